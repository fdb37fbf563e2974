import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@oracle-gateway/app-config';
import { formatAddress } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gatewayKeypair } from '../../tests/support/gateway-keypair.js';
import { readPayerKeypairs, requireOtherKeys } from './payer-keypairs.js';

const [ONE, OTHER] = [gatewayKeypair(), gatewayKeypair()];
const VARIABLE = 'ORACLE_GATEWAY_PAYER_KEYPAIRS';

let folder: string;
let paths: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payer-keypairs-'));
  paths = await Promise.all([ONE, OTHER].map((keypair, index) => written(`${index}.json`, keypair.json)));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text, { mode: 0o600 });
  return join(folder, name);
}
async function addressesOf(from: readonly string[], environment = {}): Promise<readonly string[]> {
  return (await readPayerKeypairs(from, environment)).map(({ address }) => formatAddress(address));
}

it('the keys that pay stand in files, in their order; none unless named', async () => {
  expect(await addressesOf(paths)).toEqual([ONE.address, OTHER.address]);
  expect(await addressesOf([])).toEqual([]);
});

it('the environment takes precedence', async () => {
  expect(await addressesOf(paths, { [VARIABLE]: `[${OTHER.json}]` })).toEqual([OTHER.address]);
});

it.each([
  ['a text that is no JSON', 'hunter2', VARIABLE, 'must hold a JSON list of at most 16 keypairs'],
  ['too many', `[${Array(17).fill(ONE.json).join()}]`, VARIABLE, 'must hold a JSON list of at most 16 keypairs'],
  ['no keypair', `[${ONE.json}, [1, 2]]`, `${VARIABLE}[1]`, 'must hold a keypair: a JSON array of 64 bytes'],
  ['the same twice', `[${ONE.json}, ${OTHER.json}, ${ONE.json}]`, `${VARIABLE}[2]`, 'must be another keypair than those before it'],
])('%s is refused by its place, and not repeated', async (_what, text, key, rule) => {
  const error: unknown = await readPayerKeypairs([], { [VARIABLE]: text }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  expect(error).toMatchObject({ key, rule: expect.stringContaining(rule) as string });
  expect(String(error)).not.toContain('hunter2');
});

it('a file that cannot be read is named by its place', async () => {
  await expect(readPayerKeypairs([paths[0]!, join(folder, 'none.json')], {})).rejects.toMatchObject({
    key: 'settlement.payer_keypair_paths[1]',
  });
});

it('a key of the gateway does not pay beside others', async () => {
  const payers = await readPayerKeypairs(paths, {});
  expect(() => requireOtherKeys(payers, payers.slice(1))).toThrow(/^settlement\.payer_keypair_paths: must not name the gateway keypair/);
  requireOtherKeys(payers.slice(0, 1), payers.slice(1));
});
