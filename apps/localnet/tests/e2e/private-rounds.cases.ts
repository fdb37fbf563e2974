import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { operations } from '@oracle-gateway/gateway-api';
import { outboxPrefix } from '@oracle-gateway/outbox';
import { formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { sealSecrets, type SecretsToSeal } from '@oracle-gateway/protocol/sealed';
import { connectRedis } from '@oracle-gateway/outbox';
import { beforeAll, describe, expect, it } from 'vitest';

import { projectRoot } from '../../src/base/project-root.js';
import { ordinaryWorld } from './ordinary-world.js';
import { expectSettled, prepareRound, type TestWorld } from './test-world.js';

let test: TestWorld;
beforeAll(() => {
  test = ordinaryWorld();
});

function privateSource() {
  return {
    url: `${test.world.manifest.sources.private}/balance`,
    method: 'GET',
    headers: { Authorization: 'Bearer {{secret.token}}' },
    responseParser: '$.balance',
  } as const;
}

async function ask(changes: Partial<SecretsToSeal> = {}) {
  const apiConfig = privateSource();
  const round = prepareRound(test, { quorum: 3, apiConfig });
  const listed = await test.client.call(operations.getNodes);
  if (listed.status !== 200) throw new Error('the nodes are not listed');
  const { nodes } = listed.body.data;
  const notAfter = Math.floor(Date.now() / 1_000) + 60;
  const token = test.world.manifest.secrets.privateSource;
  const encKeyBundle = sealSecrets({ apiConfig, nodes, secrets: { token }, notAfter, ...changes });
  const answer = await test.client.call(operations.executeRound, { body: { ...round.request, encKeyBundle } });
  return { round, answer };
}

describe('a round of a private source', () => {
  it('is served by real nodes, verifies and settles as every other', async () => {
    const { round, answer } = await ask();
    expect(answer).toMatchObject({ status: 200, body: { data: { value: '1234.5' } } });
    if (answer.status !== 200) throw new Error('unreachable: the status was checked');
    const roundId = answer.headers.get('x-round-id') ?? '';
    expect(await expectSettled(test, { round, answer: answer.body, roundId })).toHaveLength(3);
  });

  it.each([
    ['past their life', { notAfter: 1 }, 'secrets_refused'],
    ['of another owner', { owner: '11111111111111111111111111111112' }, 'secrets_refused'],
    ['that the source refuses', { secrets: { token: 'wrong' } }, 'upstream_failure'],
  ])('is refused with secrets %s', async (_what, changes, code) => {
    const { answer } = await ask(changes);
    expect(answer).toMatchObject({ status: 503, body: { code } });
  });

  it('is what the hand-written example asks for', async () => {
    const script = join(projectRoot(), 'examples/without-a-client/sealed-round.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [script, test.world.stateFolder.manifest]);
    expect(stdout).toMatch(/^200 .*"value":"1234.5"/);
  });
});

it('the hand-written example signs in, asks by bearer and signs out', async () => {
  const script = join(projectRoot(), 'examples/without-a-client/session-round.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, test.world.stateFolder.manifest]);
  expect(stdout).toBe('signed in as owner\n200 64628.31\n200 64628.31\nsigned out: 200\nagain: 401\n');
});

it('the secret is in no log, metric, record or value of Redis of the whole world', async () => {
  const { manifest, stateFolder } = test.world;
  const { answer } = await ask();
  const record = await fetch(`${manifest.gatewayUrl}/v1/rounds/${answer.headers.get('x-round-id') ?? ''}`);
  const folder = join(stateFolder.path, 'logs');
  const logs = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  const metrics = await (await fetch(manifest.metricsUrls.gateway)).text();
  const redis = connectRedis(manifest.redisUrl);
  const gateway = parseAddress(manifest.gatewayPda);
  const keys = await redis.keys(`${outboxPrefix(gateway)}*`);
  const hashes = keys.map(async (key) => ((await redis.type(key)) === 'hash' ? redis.hgetall(key) : {}));
  const stored = JSON.stringify(await Promise.all(hashes));
  redis.disconnect();
  const seen = [...logs, metrics, stored, ...keys, await record.text(), JSON.stringify(answer)].join('');
  expect(seen).toContain(formatAddress(gateway));
  expect(seen).toContain('"observed"');
  expect(seen).not.toContain(manifest.secrets.privateSource);
});
