#!/usr/bin/env node
// Builds images of the services without a daemon and without root, from Debian's libraries, npm's Node and this checkout. The same commit
// makes the same digests. The bill of materials of an archive lies beside it, and so do Debian's packages.
// usage: node deploy/image/build.mjs [gateway|worker|node|keeper ...] [--out <folder>] [--packages <folder of .deb files>] | --lock
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { baseOfImages } from './base.mjs';
import { lockDebianLibraries } from './debian-libraries.mjs';
import { file, folder, ownFolder } from './layer.mjs';
import { layerOf, ociArchive } from './oci-archive.mjs';
import { buildApps, programOf } from './program.mjs';
import { sbomOf } from './sbom.mjs';
import { ENTRYPOINT, HEALTH_CHECK, SERVICES, USER } from './services.mjs';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '..', '..');
const SOURCE = 'https://github.com/oracle-gateway/oracle-gateway';
const SECOND_MS = 1_000;
const MEGABYTE = 1_000_000;

const { values: flags, positionals } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, '.tools', 'image', 'out') },
    packages: { type: 'string' },
    lock: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const wanted = positionals.length === 0 ? Object.keys(SERVICES) : positionals;
const unknown = wanted.filter((name) => !Object.hasOwn(SERVICES, name));
if (unknown.length > 0) {
  console.error(`${unknown.join(' ')}: unknown; the images are ${Object.keys(SERVICES).join(', ')}`);
  process.exit(2);
}
if (flags.lock) await lockDebianLibraries();
else await buildImages();

async function buildImages() {
  await buildApps(wanted.map((name) => SERVICES[name]));
  const { revision, time } = await commit();
  const base = await baseOfImages({ packages: flags.packages });
  const baseLayer = await layerOf({ step: 'Debian libraries, Node', entries: base.entries, time });
  await mkdir(flags.out, { recursive: true });
  for (const { name, version, path } of base.debian) await copyFile(path, join(flags.out, `${name}_${version}_amd64.deb`));
  for (const name of wanted) {
    const { image, sbom } = await imageOf(SERVICES[name], { base, baseLayer, revision, time });
    const { digest, archive } = await ociArchive(image);
    const path = join(flags.out, SERVICES[name].app);
    await writeFile(`${path}.oci.tar`, archive);
    await writeFile(`${path}.cdx.json`, sbom);
    console.log(`${image.name}  ${digest}  ${(archive.length / MEGABYTE).toFixed(1)} MB  ${path}.oci.tar`);
  }
}

async function imageOf(service, { base, baseLayer, revision, time }) {
  const manifest = JSON.parse(await readFile(join(ROOT, 'apps', service.app, 'package.json'), 'utf8'));
  const program = await programOf(service);
  const sbom = sbomOf({ service: manifest, time, node: base.node, npm: program.packages, debian: base.debian });
  const folders = [
    folder(dirname(service.configPath).slice(1)),
    ...(service.statePath === undefined ? [] : [ownFolder(service.statePath.slice(1), USER)]),
  ];
  const entries = [...program.entries, ...folders, file(`app/${service.app}.cdx.json`, sbom)];
  const image = {
    name: `oracle-gateway/${service.app}:${manifest.version}`,
    time,
    layers: [baseLayer, await layerOf({ step: `apps/${service.app}`, entries, time })],
    entrypoint: ENTRYPOINT,
    arguments: ['--config', service.configPath],
    environment: { PATH: '/usr/bin', NODE_ENV: 'production', HEALTH_URL: service.healthUrl },
    ports: service.ports,
    healthCheck: HEALTH_CHECK,
    labels: {
      'org.opencontainers.image.title': service.title,
      'org.opencontainers.image.description': manifest.description,
      'org.opencontainers.image.version': manifest.version,
      'org.opencontainers.image.revision': revision,
      'org.opencontainers.image.created': time.toISOString(),
      'org.opencontainers.image.source': SOURCE,
      'org.opencontainers.image.documentation': `${SOURCE}/blob/main/docs/operations.md`,
      'org.opencontainers.image.licenses': manifest.license,
    },
  };
  return { image, sbom };
}

/** The commit that is built, and its time; SOURCE_DATE_EPOCH takes precedence. */
async function commit() {
  const git = async (...args) => (await run('git', args, { cwd: ROOT })).stdout.trim();
  const [hash, seconds, changes] = await Promise.all([
    git('rev-parse', 'HEAD'),
    git('show', '-s', '--format=%ct', 'HEAD'),
    git('status', '--porcelain'),
  ]);
  if (changes !== '') console.error('the checkout has changes; the revision of the images ends with -changed');
  return {
    revision: changes === '' ? hash : `${hash}-changed`,
    time: new Date(Number(process.env.SOURCE_DATE_EPOCH ?? seconds) * SECOND_MS),
  };
}
