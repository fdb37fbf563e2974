import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { digestOf, file, link } from './layer.mjs';
import { layerOf, ociArchive } from './oci-archive.mjs';
import { unpackImage } from './unpacked.mjs';

const TIME = new Date('2026-01-02T03:04:05Z');

async function imageOf(text) {
  const layers = [
    await layerOf({ step: 'base', entries: [file('bin/old', 'old'), link('bin/link', 'old')], time: TIME }),
    await layerOf({ step: 'app', entries: [file('app/main.js', text), file('bin/old', 'new')], time: TIME }),
  ];
  return ociArchive({
    name: 'oracle-gateway/sample:1.2.3',
    layers,
    time: TIME,
    entrypoint: ['/bin/sample'],
    arguments: ['--config', '/etc/sample.toml'],
    environment: { PATH: '/bin', LEVEL: 'a=b' },
    ports: [8080],
    healthCheck: ['/bin/sample', 'health'],
    labels: { 'org.opencontainers.image.version': '1.2.3' },
  });
}

test('two builds of the same are equal to the byte, and another file has another digest', async () => {
  const [first, second, other] = await Promise.all([imageOf('1'), imageOf('1'), imageOf('2')]);
  assert.equal(second.digest, first.digest);
  assert.deepEqual(second.archive, first.archive);
  assert.notEqual(other.digest, first.digest);
});

test('an archive is unpacked as a runtime does it, every blob under its own digest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-test-'));
  try {
    const { digest, archive } = await imageOf('1');
    await writeFile(join(folder, 'image.tar'), archive);
    const { root, config } = await unpackImage(join(folder, 'image.tar'), folder);
    assert.equal(await readFile(join(root, 'bin/old'), 'utf8'), 'new');
    assert.equal(await readFile(join(root, 'bin/link'), 'utf8'), 'new');
    assert.equal(config.User, '65532:65532');
    assert.deepEqual(config.Env, ['PATH=/bin', 'LEVEL=a=b']);
    assert.deepEqual(config.ExposedPorts, { '8080/tcp': {} });
    const read = async (path) => readFile(join(folder, 'layout', path));
    const index = JSON.parse(await read('index.json'));
    assert.equal(index.manifests[0].digest, digest);
    const manifest = JSON.parse(await read(join('blobs', digest.replace(':', '/'))));
    for (const blob of [index.manifests[0], manifest.config, ...manifest.layers]) {
      const bytes = await read(join('blobs', blob.digest.replace(':', '/')));
      assert.deepEqual([digestOf(bytes), bytes.length], [blob.digest, blob.size]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
