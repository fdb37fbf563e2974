import { parseAddress } from '@oracle-gateway/protocol';
import { AccountDecodeError } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import { addressOfConfig, configAccount, ledgerWith, registryAccount, vector } from '../tests/attested-result.js';
import { type Fetch, LedgerAnswerError, readRegistry } from './registry-from-ledger.js';

const input = { rpcUrl: 'http://ledger.test', programId: parseAddress(vector.programId), version: 3n };
function answering(body: unknown, status = 200): Fetch {
  return () => Promise.resolve({ ok: status === 200, status, json: () => Promise.resolve(body) });
}

describe('readRegistry', () => {
  it('asks once, for both derived addresses, and decodes', async () => {
    const fetch = ledgerWith({ config: configAccount({ oldestAcceptedVersion: 2n }) });
    const { config, registry } = await readRegistry({ ...input, fetch });
    expect(config.oldestAcceptedVersion).toBe(2n);
    expect(registry).toMatchObject({ version: 3n, minSigners: 2, active: 4 });
    expect(registry?.keys.map((key) => key !== null)).toEqual([true, true, true, false, true]);
    expect(fetch.asked).toHaveLength(1);
    expect(fetch.asked[0]).toContain(JSON.stringify([addressOfConfig, vector.registryAddress]));
  });

  it('answers null for a version that the ledger does not have', async () => {
    expect((await readRegistry({ ...input, version: 4n, fetch: ledgerWith() })).registry).toBeNull();
  });

  it('throws when the ledger has no such deployment', async () => {
    await expect(readRegistry({ ...input, fetch: ledgerWith({ config: null }) })).rejects.toThrow(/no Config of this program/);
  });

  const foreign = { owner: '11111111111111111111111111111111' };
  it.each([
    ['Config', { config: { ...configAccount(), ...foreign } }],
    ['Registry', { registry: { ...registryAccount(), ...foreign } }],
  ])('refuses a %s of another program at the right address', async (name, changes) => {
    const reading = readRegistry({ ...input, fetch: ledgerWith(changes) });
    await expect(reading).rejects.toThrow(new LedgerAnswerError(`the ${name} account belongs to another program`));
  });

  it.each([
    ['Config', { config: registryAccount() }],
    ['Registry', { registry: configAccount() }],
  ])('refuses an account that is no %s', async (_name, changes) => {
    await expect(readRegistry({ ...input, fetch: ledgerWith(changes) })).rejects.toThrow(AccountDecodeError);
  });

  it.each([
    ['a failing server', answering({}, 503)],
    ['an RPC error', answering({ jsonrpc: '2.0', id: 1, error: { code: -32602 } })],
    ['one account only', answering({ result: { value: [configAccount()] } })],
    ['an account that is not in base64', answering({ result: { value: [{ owner: vector.programId, data: { parsed: {} } }, null] } })],
    ['no account, but text', answering({ result: { value: ['account', null] } })],
    ['no object at all', answering('ok')],
  ])('throws for %s', async (_what, fetch) => {
    await expect(readRegistry({ ...input, fetch })).rejects.toThrow(LedgerAnswerError);
  });
});
