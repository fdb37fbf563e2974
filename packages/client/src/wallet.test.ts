import { formatAddress, parseAddress, parseApiConfig, x402RequestMemo } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { configAddress } from '@oracle-gateway/protocol/accounts';
import { getTransactionDecoder } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { answerOf, CONFIG, draftOf, fakeIo, fakeLedger, GATEWAY, refusal, type Said } from '../tests/fake-io.js';
import { fakeRpc } from '../tests/fake-rpc.js';
import { testWallet } from '../tests/test-wallet.js';
import { TransportError } from './base/errors.js';
import type { RoundDraft } from './rounds/account.js';
import { payPerRequest } from './wallet.js';

const source = parseApiConfig(vector.apiConfig);
const draft = draftOf(sourceSubject(source));
const { programId, network } = fakeLedger();
const memo = x402RequestMemo({
  programId,
  gateway: parseAddress(GATEWAY),
  sourceId: draft.subject.sourceId,
  signaturesRequired: 3,
  registryVersion: 3n,
});
const terms = {
  ...{ scheme: 'exact', network, amount: '1800', asset: formatAddress(CONFIG.mint), payTo: formatAddress(configAddress(programId)) },
  ...{ maxTimeoutSeconds: 60, extra: { feePayer: '11111111111111111111111111111112', memo } },
};
const ASKS = refusal('payment_required', { status: 402, body: { accepts: [terms] } });
const SERVED = answerOf({}, { 'x-round-id': '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM' });

function open(refusesAbove = 10_000n) {
  const wallet = testWallet();
  const [confirmed, signed]: [bigint[], Uint8Array[]] = [[], []];
  const account = payPerRequest({
    maxAmount: 5_000n,
    fetch: fakeRpc().fetch,
    confirm(amount) {
      confirmed.push(amount);
      return amount > refusesAbove ? Promise.reject(new Error('the visitor said no')) : Promise.resolve();
    },
    signer: {
      ...wallet,
      async signTransaction(transaction) {
        expect(confirmed).not.toEqual([]);
        signed.push(await wallet.signTransaction(transaction));
        return signed.at(-1)!;
      },
    },
  });
  const ask = async (said: readonly Said[], more: Partial<RoundDraft> = {}) => {
    const io = fakeIo((_request, asked) => said[Math.min(asked, said.length) - 1]!);
    const outcome: unknown = await account.earn({ ...draft, ...more }, io).catch((error: unknown) => error);
    const payments = io.asked.flatMap(({ headers }) => headers?.['PAYMENT-SIGNATURE'] ?? []);
    return { outcome, payments };
  };
  return { ask, confirmed, signed };
}

describe('a wallet that pays per request', () => {
  it('signs the payment once its price is confirmed', async () => {
    const { ask, confirmed, signed } = open();
    const { outcome, payments } = await ask([ASKS, SERVED]);
    expect(outcome).toMatchObject({ roundId: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM' });
    expect(confirmed).toEqual([1_800n]);
    const sent = JSON.parse(atob(payments[0]!)) as { readonly payload: { readonly transaction: string }; readonly accepted: object };
    expect(sent.accepted).toEqual(terms);
    const bytes = Uint8Array.from(Buffer.from(sent.payload.transaction, 'base64'));
    expect(bytes).toEqual(signed[0]);
    expect(Object.keys(getTransactionDecoder().decode(bytes).signatures)).toEqual([terms.extra.feePayer, testWallet().address]);
  });

  it('signs nothing where the price is not confirmed', async () => {
    const { ask, signed } = open(1_000n);
    const { outcome, payments } = await ask([ASKS]);
    expect(String(outcome)).toContain('the visitor said no');
    expect([signed, payments]).toEqual([[], []]);
  });

  it('looks an unknown payment up by sending the very same one again', async () => {
    const { ask, confirmed, signed } = open();
    const lost = await ask([ASKS, new TransportError('gateway', 'cut')]);
    expect(lost.outcome).toMatchObject({ code: 'unknown_outcome' });
    const { paymentId } = lost.outcome as { readonly paymentId: string };
    const found = await ask([ASKS, SERVED], { paymentId });
    expect(found.outcome).toHaveProperty('roundId');
    expect(new Set([...lost.payments, ...found.payments]).size).toBe(1);
    expect([confirmed.length, signed.length]).toEqual([1, 1]);
  });
});
