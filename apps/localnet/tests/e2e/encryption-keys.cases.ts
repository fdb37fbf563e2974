import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { operations, type NodesAnswer } from '@oracle-gateway/gateway-api';
import { parseAddress } from '@oracle-gateway/protocol';
import { nodeAddress } from '@oracle-gateway/protocol/accounts';
import { sealSecrets } from '@oracle-gateway/protocol/sealed';
import { beforeAll, expect, it } from 'vitest';

import { shortMemoryWorld } from './short-memory-world.js';
import { createAdministrator, overwrite } from './test-administrator.js';
import { control, prepareRound, type TestWorld } from './test-world.js';

const NODE = 2;
/** All of them: without node 2 there is no round. */
const QUORUM = 5;
/** Offset of encryption_key_changed_at in Node (docs/protocol.md). */
const CHANGED_AT_OFFSET = 176;
/** The gateway asks the ledger for its nodes every second, the nodes every other. */
const SEEN = { interval: 250 };

type Listed = NodesAnswer['data']['nodes'][number];

let test: TestWorld;
beforeAll(() => {
  test = shortMemoryWorld();
});

function at(...parts: readonly string[]): string {
  return join(test.world.stateFolder.path, ...parts);
}

async function listed(): Promise<readonly Listed[]> {
  const answer = await test.client.call(operations.getNodes);
  if (answer.status !== 200) throw new Error('the nodes are not listed');
  return answer.body.data.nodes;
}

/** A round of the private source with its token sealed for these keys: 200, or why not. */
async function ask(nodes: readonly Listed[]): Promise<unknown> {
  const { sources, secrets } = test.world.manifest;
  const apiConfig = {
    url: `${sources.private}/balance`,
    method: 'GET',
    headers: { Authorization: 'Bearer {{secret.token}}' },
    responseParser: '$.balance',
  } as const;
  const { request } = prepareRound(test, { quorum: QUORUM, apiConfig });
  const notAfter = Math.floor(Date.now() / 1_000) + 300;
  const encKeyBundle = sealSecrets({ apiConfig, nodes, secrets: { token: secrets.privateSource }, notAfter });
  const answer = await test.client.call(operations.executeRound, { body: { ...request, encKeyBundle } });
  return answer.status === 200 ? 200 : answer.body.code;
}

/** The node gets a new key beside the one it has, as its operator gives it one. */
async function giveNewKey(): Promise<void> {
  const [current, next, config] = [at('keys', `node-${NODE}-encryption.hex`), at('keys', 'next.hex'), at('config', `node-${NODE}.toml`)];
  await writeFile(next, randomBytes(32).toString('hex'), { mode: 0o600 });
  const text = await readFile(config, 'utf8');
  await writeFile(config, text.replace(`"${current}"`, `"${next}"\nprevious_encryption_key_path = "${current}"`));
  await control(test, '/restart', { what: 'node', index: NODE });
}

/** The administrator registers the node with its new key. */
async function register(): Promise<void> {
  const administrator = await createAdministrator(test);
  const proof = await administrator.proofOf(at('config', `node-${NODE}.toml`), test.world.manifest.nodes[NODE]?.url ?? '');
  await administrator.command('register-node', '--proof', proof);
}

it('a node changes its encryption key while it serves: no sealed secret is lost before the grace is over, and then the old key opens nothing', async () => {
  const before = await listed();
  expect(await ask(before)).toBe(200);

  await giveNewKey();
  expect(await ask(before)).toBe(200);

  await register();
  await expect.poll(async () => (await listed())[NODE]?.encryptionPublicKey, SEEN).not.toBe(before[NODE]?.encryptionPublicKey);
  const after = await listed();
  expect(after.filter(({ encryptionPublicKey }, index) => encryptionPublicKey !== before[index]?.encryptionPublicKey)).toHaveLength(1);
  expect([await ask(after), await ask(before)]).toEqual([200, 200]);

  // The key looks as if it had been registered long ago.
  overwrite(test, nodeAddress(parseAddress(test.world.manifest.programId), NODE), CHANGED_AT_OFFSET, new Uint8Array(8));
  await expect.poll(() => ask(before), SEEN).toBe('envelope_undecryptable');
  expect(await ask(after)).toBe(200);
});
