import { describe, expect, it } from 'vitest';
import { fakeRpc, type RpcAnswers } from '../../tests/fake-rpc.js';
import { testWallet } from '../../tests/test-wallet.js';
import { ClientUsageError, TransportError } from '../base/errors.js';
import { payIn } from './pay-in.js';

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const missing = { asset: MINT, escrow: 'CojVr4rBZoXq4tymj5eNPsdfU276w3rKD5gkT5tjKzed', amount: 1_500n };
const signer = testWallet();

async function pay(answers: RpcAnswers = {}) {
  const rpc = fakeRpc(answers);
  const outcome: unknown = await payIn({ rpc, signer, wait: () => Promise.resolve() }, missing).catch((error: unknown) => error);
  return { outcome, sent: rpc.asked.filter((method) => method === 'sendTransaction').length };
}

const landed = { value: [{ confirmationStatus: 'confirmed', err: null }] };
const absent = { value: [null] };

describe('payIn', () => {
  it('sends one transfer, and waits until it has landed', async () => {
    const { outcome, sent } = await pay({
      getSignatureStatuses: [absent, { value: [{ confirmationStatus: 'processed', err: null }] }, landed],
    });
    expect(outcome).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,88}$/);
    expect(sent).toBe(1);
  });

  it('searches for a transfer whose answer was lost, and sends no other one', async () => {
    const { outcome, sent } = await pay({ sendTransaction: [new TypeError('the connection failed')] });
    expect(typeof outcome).toBe('string');
    expect(sent).toBe(1);
  });

  it.each<readonly [string, RpcAnswers, string]>([
    [
      'the ledger refuses',
      { sendTransaction: [{ error: { code: -32_002, message: 'insufficient funds' } }] },
      'fund: the ledger refused the transfer: insufficient funds',
    ],
    ['the transfer fails', { getSignatureStatuses: [{ value: [{ confirmationStatus: 'confirmed', err: {} }] }] }, 'failed on the ledger'],
    ['the transfer comes too late', { getSignatureStatuses: [absent], getBlockHeight: [100, 151] }, 'did not land in time'],
    ['there is no such stablecoin', { getMultipleAccounts: [{ value: [null] }] }, 'no such stablecoin'],
  ])('says that nothing was moved where %s', async (_, answers, reason) => {
    const { outcome } = await pay(answers);
    expect(outcome).toBeInstanceOf(ClientUsageError);
    expect(String(outcome)).toContain(reason);
  });

  it('says that the outcome is unknown where no check tells it', async () => {
    const { outcome, sent } = await pay({ getSignatureStatuses: [absent] });
    expect(outcome).toBeInstanceOf(TransportError);
    expect(String(outcome)).toContain('check the escrow before you pay again');
    expect(sent).toBe(1);
  });
});
