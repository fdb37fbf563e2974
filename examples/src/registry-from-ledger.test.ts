import { parseAddress } from '@oracle-gateway/protocol';
import { AccountDecodeError } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import { ledgerWith, registryAccount, vector } from '../tests/attested-result.js';
import { type Fetch, LedgerAnswerError, readRegistry } from './registry-from-ledger.js';

const input = { rpcUrl: 'http://ledger.test', programId: parseAddress(vector.programId), version: 3n };
const answering =
  (body: unknown, status = 200): Fetch =>
  () =>
    Promise.resolve({ ok: status === 200, status, json: () => Promise.resolve(body) });

describe('readRegistry', () => {
  it('asks once, for the derived address, and decodes', async () => {
    const fetch = ledgerWith({ [vector.registryAddress]: registryAccount });
    const registry = await readRegistry({ ...input, fetch });
    expect(registry).toMatchObject({ version: 3n, minSigners: 2, active: 4 });
    expect(registry?.keys.map((key) => key !== null)).toEqual([true, true, true, false, true]);
    expect(fetch.asked).toHaveLength(1);
    expect(fetch.asked[0]).toContain(vector.registryAddress);
  });

  it('answers null for a version that the ledger does not have', async () => {
    expect(await readRegistry({ ...input, version: 4n, fetch: ledgerWith({ [vector.registryAddress]: registryAccount }) })).toBeNull();
  });

  it('refuses an account of another program at the right address', async () => {
    const foreign = { ...registryAccount, owner: '11111111111111111111111111111111' };
    const reading = readRegistry({ ...input, fetch: ledgerWith({ [vector.registryAddress]: foreign }) });
    await expect(reading).rejects.toThrow(new LedgerAnswerError('the registry account belongs to another program'));
  });

  it('refuses an account that is no registry', async () => {
    const broken = { ...registryAccount, data: [btoa('SVC_CFG1 and so on'), 'base64'] as const };
    await expect(readRegistry({ ...input, fetch: ledgerWith({ [vector.registryAddress]: broken }) })).rejects.toThrow(AccountDecodeError);
  });

  it.each([
    ['a failing server', answering({}, 503)],
    ['an RPC error', answering({ jsonrpc: '2.0', id: 1, error: { code: -32602 } })],
    ['another shape', answering({ result: { value: { owner: vector.programId, data: { parsed: {} } } } })],
    ['no object at all', answering('ok')],
  ])('throws for %s', async (_what, fetch) => {
    await expect(readRegistry({ ...input, fetch })).rejects.toThrow(LedgerAnswerError);
  });
});
