import type { CallerDeps } from '@oracle-gateway/caller';
import { FILES, placesOf } from '@oracle-gateway/caller/settings';
import * as clientModule from '@oracle-gateway/client';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTools } from './open-tools.js';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'mcp-'));
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const key = [...seed, ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)];
  await writeFile(join(home, 'key.json'), JSON.stringify(key), { mode: 0o600 });
});
afterAll(() => rm(home, { recursive: true }));

/** Tools of an account with its limits. Nothing of a gateway or a ledger is asked. */
async function open(account: string, flags: Readonly<Record<string, unknown>> = {}): Promise<Awaited<ReturnType<typeof openTools>>> {
  const environment = { HOME: home };
  const deps: CallerDeps = {
    ...{ environment, places: placesOf(environment), files: FILES, clock: () => 0, onDeprecated: () => undefined },
    libraries: { client: () => Promise.resolve(clientModule), payPerRequest: () => Promise.reject(new Error('never asked')) },
  };
  const settings = { gateway: 'http://gateway.test', rpc: 'http://rpc.test', program: '1'.repeat(32), network: 'solana:localnet' };
  const all = { ...settings, key: join(home, 'key.json'), account, ...flags };
  return openTools(deps, {
    flags: all,
    perDay: { unit: account === 'owner' ? 'rounds' : 'atomic units', amount: 100n },
    total: null,
    spendingLog: null,
  });
}

describe('an account', () => {
  it.each([
    ['of a subscription may pay for a list of 32 sources in one call', 'owner', {}, '32', '32 rounds'],
    ['that moves money pays at most what its operator allows', 'agent', { 'max-amount': 5_000n }, '5000', '$0.005'],
  ])('%s', async (_what, account, flags, mostPerRound, told) => {
    const { tools, remarks } = await open(account, flags);
    const budget = tools.find(({ name }) => name === 'get_budget');
    expect(await budget?.run({} as never, new AbortController().signal)).toMatchObject({ mostPerRound });
    expect(remarks[1]).toContain(`limits: ${told} a call, ${account === 'owner' ? '100 rounds' : '$0.0001'} a day`);
  });
});
