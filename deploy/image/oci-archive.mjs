import { digestOf, file, gzipped, tarOf } from './layer.mjs';
import { USER } from './services.mjs';

const MANIFEST_TYPE = 'application/vnd.oci.image.manifest.v1+json';
const CONFIG_TYPE = 'application/vnd.oci.image.config.v1+json';
const LAYER_TYPE = 'application/vnd.oci.image.layer.v1.tar+gzip';
const SECOND_NS = 1_000_000_000;

/**
 * @typedef {object} Layer
 * @property {Buffer} bytes compressed
 * @property {string} diffId digest of the archive before compression
 * @property {string} step what made it, for the history
 *
 * @typedef {object} Image
 * @property {string} name with its tag
 * @property {readonly Layer[]} layers
 * @property {Date} time
 * @property {readonly string[]} entrypoint
 * @property {readonly string[]} arguments unless told otherwise
 * @property {Readonly<Record<string, string>>} environment
 * @property {readonly number[]} ports
 * @property {readonly string[]} healthCheck a command
 * @property {Readonly<Record<string, string>>} labels
 */

/** @returns {Promise<Layer>} */
export async function layerOf({ step, entries, time }) {
  const archive = await tarOf(entries, time);
  return { step, diffId: digestOf(archive), bytes: await gzipped(archive) };
}

/**
 * An image as one archive in OCI's layout, which podman, skopeo, containerd and Docker load. Its bytes depend on the input alone.
 *
 * @param {Image} image
 * @returns {Promise<{ digest: string, archive: Buffer }>} `digest` is the manifest's, by which a registry names the image
 */
export async function ociArchive(image) {
  const config = json(configOf(image));
  const layers = image.layers.map(({ bytes }) => ({ mediaType: LAYER_TYPE, digest: digestOf(bytes), size: bytes.length }));
  const manifest = json({
    schemaVersion: 2,
    mediaType: MANIFEST_TYPE,
    config: { mediaType: CONFIG_TYPE, digest: digestOf(config), size: config.length },
    layers,
    annotations: image.labels,
  });
  const digest = digestOf(manifest);
  const [, tag] = image.name.split(':');
  const names = { 'io.containerd.image.name': `docker.io/${image.name}`, 'org.opencontainers.image.ref.name': tag };
  const index = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [{ mediaType: MANIFEST_TYPE, digest, size: manifest.length, annotations: names }],
  };
  const blobs = [manifest, config, ...image.layers.map(({ bytes }) => bytes)];
  const entries = [
    file('oci-layout', json({ imageLayoutVersion: '1.0.0' })),
    file('index.json', json(index)),
    // Docker before its containerd store reads this file alone.
    file(
      'manifest.json',
      json([{ Config: blobPath(digestOf(config)), RepoTags: [image.name], Layers: layers.map((layer) => blobPath(layer.digest)) }]),
    ),
    ...blobs.map((bytes) => file(blobPath(digestOf(bytes)), bytes)),
  ];
  return { digest, archive: await tarOf(entries, image.time) };
}

function configOf(image) {
  const created = image.time.toISOString();
  return {
    created,
    architecture: 'amd64',
    os: 'linux',
    config: {
      User: USER,
      Env: Object.entries(image.environment).map(([name, value]) => `${name}=${value}`),
      Entrypoint: image.entrypoint,
      Cmd: image.arguments,
      WorkingDir: '/app',
      ExposedPorts: Object.fromEntries(image.ports.map((port) => [`${port}/tcp`, {}])),
      Labels: image.labels,
      StopSignal: 'SIGTERM',
      // Docker's own field; the OCI format has none, and others leave it out.
      Healthcheck: {
        Test: ['CMD', ...image.healthCheck],
        Interval: 10 * SECOND_NS,
        Timeout: 5 * SECOND_NS,
        StartPeriod: 30 * SECOND_NS,
        Retries: 3,
      },
    },
    rootfs: { type: 'layers', diff_ids: image.layers.map(({ diffId }) => diffId) },
    history: image.layers.map(({ step }) => ({ created, created_by: step })),
  };
}

function blobPath(digest) {
  return `blobs/${digest.replace(':', '/')}`;
}

function json(value) {
  return Buffer.from(JSON.stringify(value));
}
