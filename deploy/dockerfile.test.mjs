import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dockerfileFaults } from './dockerfile.mjs';

const TEXT = readFileSync(join(import.meta.dirname, 'Dockerfile'), 'utf8');

test('the Dockerfile has a target for each image, with its user, command and ports', () => {
  assert.deepEqual(dockerfileFaults(TEXT), []);
});

for (const [fault, from, to, told] of [
  ['another user', 'USER 65532:65532', 'USER 0:0', /gateway has USER 0:0, its image 65532:65532/],
  ['another port', 'EXPOSE 8080 9464', 'EXPOSE 8081 9464', /gateway has EXPOSE 8081 9464, its image 8080 9464/],
  ['another path of its configuration', '/etc/oracle-node/', '/etc/node/', /oracle-node has CMD/],
  [
    'another health check',
    'HEALTH_URL=http://127.0.0.1:7100/health',
    'HEALTH_URL=http://127.0.0.1:7100/ready',
    /oracle-node has ENV HEALTH_URL/,
  ],
  ["another service's program", '/programs/keeper /', '/programs/gateway /', /keeper has COPY/],
  ['a volume that only root can write', '--chown=65532:65532 /state', '/state', /gateway has COPY \/var\/lib\/oracle-gateway/],
  ['no target of a service', 'FROM service AS keeper\n', '', /has no target keeper/],
]) {
  test(`a Dockerfile is refused that has ${fault}`, () => {
    assert.match(dockerfileFaults(TEXT.replace(from, to)).join('\n'), told);
  });
}
