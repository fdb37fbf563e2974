import { formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { TransportError } from '../base/errors.js';
import type { OracleLedger } from '../ledger/oracle-ledger.js';
import { hasReceipt } from './receipt.js';

const ROUND = 'CojVr4rBZoXq4tymj5eNPsdfU276w3rKD5gkT5tjKzed';
const MESSAGE = new Uint8Array(32).fill(7);

function check(message: Uint8Array, read: OracleLedger['read'], roundId = ROUND): Promise<boolean> {
  return hasReceipt({ ledger: { read }, decode: (data) => ({ message: data }) }, { roundId, message });
}

const holds: OracleLedger['read'] = (address, decode) => Promise.resolve(formatAddress(address) === ROUND ? decode(MESSAGE) : null);

describe('a receipt', () => {
  it('is the account at the id of the round, with its message', async () => {
    expect(await check(MESSAGE, holds)).toBe(true);
    expect(await check(MESSAGE, holds, formatAddress(parseAddress('11111111111111111111111111111112')))).toBe(false);
  });

  it('of another value is no receipt of this round', async () => {
    const another = Uint8Array.from(MESSAGE);
    another[31] = 8;
    await expect(check(another, holds)).rejects.toMatchObject({ name: 'VerificationError', reason: 'not_settled' });
  });

  it('is not known where the ledger cannot be read', async () => {
    const cut = new TransportError('ledger', 'cut');
    await expect(check(MESSAGE, () => Promise.reject(cut))).rejects.toBe(cut);
  });
});
