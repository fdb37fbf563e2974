import { parseAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { fakeRpc, type RpcAnswers } from '../../tests/fake-rpc.js';
import { testWallet } from '../../tests/test-wallet.js';
import { landingFee, landTransaction } from './land-transaction.js';

const signer = testWallet();
const absent = { value: [null] };
const silent = new TypeError('the connection failed');
const programId = parseAddress('CojVr4rBZoXq4tymj5eNPsdfU276w3rKD5gkT5tjKzed');

async function land(answers: RpcAnswers, { signal, onSending }: { signal?: AbortSignal; onSending?: (signature: string) => void } = {}) {
  const rpc = fakeRpc(answers);
  const instructions = [{ programId, accounts: [], data: Uint8Array.of(1) }];
  const landing = await landTransaction({ rpc, signer, wait: () => Promise.resolve() }, { instructions, units: 1_000, onSending }, signal);
  return { landing, asked: rpc.asked };
}

describe('landTransaction', () => {
  it('is unknown, with the signature to look up, where the ledger falls silent once it was asked to send', async () => {
    const { landing, asked } = await land({ sendTransaction: [silent], getBlockHeight: [silent] });
    expect(landing).toMatchObject({ kind: 'unknown', lastBlockHeight: 150 });
    expect(landing.signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,88}$/);
    expect(asked.filter((method) => method === 'sendTransaction')).toHaveLength(1);
  });

  it('finds what has landed behind a ledger that was silent for a while', async () => {
    const { landing } = await land({
      getBlockHeight: [silent, silent, 100],
      getSignatureStatuses: [absent, { value: [null] }, { value: [{ confirmationStatus: 'confirmed', err: null }] }],
    });
    expect(landing.kind).toBe('landed');
  });

  it.each([
    ['is busy', { code: -32_005, message: 'Node is behind by 42 slots' }],
    ['fails inside', { code: -32_603, message: 'Internal error' }],
    ['gives no code', { message: 'upstream connect error' }],
    ['has it already', { code: -32_002, message: 'already processed', data: { err: 'AlreadyProcessed' } }],
  ])('looks up what it sent to a server that %s: such an error does not say that nothing was sent', async (_server, error) => {
    const { landing } = await land({ sendTransaction: [{ error }] });
    expect(landing.kind).toBe('landed');
  });

  it.each([-32_602, -32_002, -32_003])('is refused by code %i without a look-up', async (code) => {
    const { landing, asked } = await land({ sendTransaction: [{ error: { code } }] });
    expect(landing).toMatchObject({ kind: 'refused', reason: 'the server gives no reason' });
    expect(asked).not.toContain('getSignatureStatuses');
  });

  it('ends its wait at an abort, and does not say that nothing was sent', async () => {
    const abort = new AbortController();
    const { landing } = await land({ getSignatureStatuses: [absent] }, { signal: abort.signal, onSending: () => abort.abort() });
    expect(landing.kind).toBe('unknown');
  });

  it('names the signature before it sends', async () => {
    const heard: string[] = [];
    const { landing } = await land(
      { sendTransaction: [{ error: { code: -32_002, message: 'no funds' } }] },
      { onSending: (one) => heard.push(one) },
    );
    expect(landing).toEqual({ kind: 'refused', signature: heard[0], reason: 'no funds' });
  });

  it('says what an error of the program means, and repeats any other', async () => {
    const say = (message: string) => land({ sendTransaction: [{ error: { code: -32_002, message } }] });
    expect((await say('Error processing Instruction 2: custom program error: 0x178b')).landing).toMatchObject({
      reason: expect.stringMatching(/^expires_at is not in the future, more than ten years ahead/) as unknown,
    });
    const foreign = 'Error processing Instruction 2: custom program error: 0x1';
    expect((await say(foreign)).landing).toMatchObject({ reason: foreign });
  });

  it('signs nothing without a blockhash', async () => {
    await expect(land({ getLatestBlockhash: [silent] })).rejects.toMatchObject({ peer: 'ledger' });
  });

  it('has a fee of one signature and its compute units, rounded up', () => {
    expect(landingFee(200_000)).toBe(7_000n);
    expect(landingFee(1)).toBe(5_001n);
  });
});
