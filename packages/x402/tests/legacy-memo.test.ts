import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { parseAddress, toAddress, x402RequestMemo, type SourceId } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodePaymentHeader, type Facilitator, type SettleOutcome } from '../src/index.js';
import { createInProcessFacilitator } from '../src/svm.js';
import { AMOUNT_ATOMIC, createPaymentWorld, NETWORK, type PaymentWorld } from './payment-world.js';

const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const LOADER = 'BPFLoader2111111111111111111111111111111111';
const ELF_SHA256 = 'f520eaf096361abbb9639ea4dc3e5388a87b9330e121f476607b87c46ef67954';

let world: PaymentWorld;
let facilitator: Facilitator;

beforeAll(async () => {
  world = await createPaymentWorld();
  const data = await readFile(new URL('fixtures/spl_memo-3.0.0.so', import.meta.url));
  expect(createHash('sha256').update(data).digest('hex')).toBe(ELF_SHA256);
  world.ledger.setAccount(MEMO_PROGRAM, { lamports: 1_000_000_000n, owner: LOADER, executable: true, data });
  facilitator = createInProcessFacilitator({ network: NETWORK, rpcUrl: world.rpcUrl, feePayer: world.feePayerSigner });
});
afterAll(() => world.close());

async function payWith(memo: string): Promise<{ outcome: SettleOutcome; paidAtomic: bigint; memoUnits: bigint }> {
  const terms = world.terms({ memo });
  const input = { payload: decodePaymentHeader(await world.pay(terms)), terms };
  const before = world.paidAtomic();
  const outcome = await facilitator.settle(input, () => Promise.resolve());
  const signature = outcome.kind === 'settled' ? outcome.signature : '';
  const logs = world.ledger.transactions.find(signature)?.execution.logs ?? [];
  const [, units = '0'] = logs.map((line) => line.match(/^Program Memo\w+ consumed (\d+) of/)).find((found) => found !== null) ?? [];
  return { outcome, paidAtomic: world.paidAtomic() - before, memoUnits: BigInt(units) };
}

it("a request's memo fits into the 20,000 compute units that official clients ask for, with the older memo program too", async () => {
  const memo = x402RequestMemo({
    programId: parseAddress('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'),
    gateway: toAddress(new Uint8Array(32).fill(1)),
    sourceId: new Uint8Array(32).fill(2) as SourceId,
    signaturesRequired: 3,
    registryVersion: 7n,
  });
  const { outcome, paidAtomic, memoUnits } = await payWith(memo);
  expect(outcome.kind).toBe('settled');
  expect(paidAtomic).toBe(AMOUNT_ATOMIC);
  expect(memoUnits).toBeGreaterThan(10_000n);
});

it('a whole digest as memo would not', async () => {
  const { outcome, paidAtomic } = await payWith('ab'.repeat(32));
  expect(outcome).toMatchObject({ kind: 'not-broadcast', reason: 'invalid_exact_svm_transaction_simulation_failed' });
  expect(paidAtomic).toBe(0n);
});
