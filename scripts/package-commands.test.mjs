import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { commandFaults } from './package-commands.mjs';

const HONEST = `#!/bin/sh
case "$1" in
  --help) echo "Usage: tool" ;;
  --version) echo 1.2.3 ;;
  check-config) echo "$3: valid" ;;
esac
`;
const manifest = { version: '1.2.3', bin: { tool: './dist/main.sh' } };

let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'package-commands-'));
  await mkdir(join(folder, 'node_modules'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function pack(files) {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'package', path)), { recursive: true });
    await writeFile(join(folder, 'package', path), content);
  }
  const tarball = join(folder, 'packed.tgz');
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'package']);
  return tarball;
}

describe('a tarball', () => {
  it('with commands that answer has no fault', async () => {
    const tarball = await pack({ 'dist/main.sh': HONEST, 'config.example.toml': '' });
    assert.deepEqual(commandFaults({ folder, manifest, tarball }), []);
  });

  it('is faulty where it holds tests, with commands or without', async () => {
    const tarball = await pack({ 'src/a.test.ts': '', 'src/a.ts': '' });
    assert.deepEqual(commandFaults({ folder, manifest: { version: '1.2.3' }, tarball }), [
      'its tarball holds tests: package/src/a.test.ts',
    ]);
  });

  it('is faulty where a command is missing, fails, tells another version, or finds the example wrong', async () => {
    const tarball = await pack({ 'dist/main.sh': HONEST.replace('1.2.3', '1.2.4').replace('valid', 'wrong'), 'config.example.toml': '' });
    const [version, example, ...more] = commandFaults({ folder, manifest, tarball });
    assert.equal(version, 'tool --version: says "1.2.4\\n"');
    assert.match(example, /^tool check-config --config .*: says ".*: wrong\\n"$/);
    assert.deepEqual(more, []);
    const failing = await pack({ 'dist/main.sh': '#!/bin/sh\nexit 3\n' });
    assert.match(commandFaults({ folder, manifest, tarball: failing })[0], /^tool --help: Command failed/);
  });
});
