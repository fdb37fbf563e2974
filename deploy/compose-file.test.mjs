import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { composeFaults, joinedFaults } from './compose-file.mjs';

const FOLDER = import.meta.dirname;
const TEXT = readFileSync(join(FOLDER, 'compose.yaml'), 'utf8');
const WITH_SIGNER = readFileSync(join(FOLDER, 'compose.signer.yaml'), 'utf8');

function faultsWith(part, replacement) {
  assert.ok(TEXT.includes(part), part);
  return composeFaults(TEXT.replace(part, replacement), FOLDER).join('\n');
}

test('the compose file has no fault', () => {
  assert.deepEqual(composeFaults(TEXT, FOLDER), []);
});

test('the file with a signer has no fault beside it, and leaves gateway and worker without the key', () => {
  assert.deepEqual(joinedFaults({ text: TEXT, beside: WITH_SIGNER }, FOLDER), []);
  const keyed = WITH_SIGNER.split('\n').filter((line) => line.includes('source: gateway-keypair'));
  assert.equal(keyed.length, 1);
  assert.match(
    joinedFaults({ text: TEXT, beside: WITH_SIGNER.replace('read_only: true', 'read_only: false') }, FOLDER).join(),
    /signer has a root that it can write/,
  );
  assert.match(
    joinedFaults({ text: TEXT, beside: WITH_SIGNER.replace("'signer:/run", "'socket:/run") }, FOLDER).join(),
    /uses socket, which is not among the volumes/,
  );
});

for (const [name, part, replacement, complaint] of [
  ['a typo in a key', 'mem_limit: 2g', 'mem_limits: 2g', /services\/redis must NOT have additional properties.*mem_limits/],
  ['a value of a wrong type', 'read_only: true', 'read_only: [1]', /read_only/],
  ['a writable root', 'read_only: true', 'read_only: false', /redis has a root that it can write/],
  ['an image without a version', 'redis:7.2-bookworm', 'redis:latest', /redis has an image without a version/],
  ['a port of every address', "'127.0.0.1:8080:8080'", "'8080:8080'", /gateway is open to other machines/],
  [
    'a configuration that does not exist',
    './config/gateway/worker.toml',
    './config/gateway/workers.toml',
    /config\/gateway\/workers\.toml does not exist/,
  ],
  [
    'a secret that is not declared',
    'source: grafana-password,',
    'source: password,',
    /grafana uses password, which is not among the secrets/,
  ],
  ['a service that is not declared', '{ prometheus: { condition', '{ prometeus: { condition', /not among the services/],
]) {
  test(`${name} is a fault`, () => {
    assert.match(faultsWith(part, replacement), complaint);
  });
}
