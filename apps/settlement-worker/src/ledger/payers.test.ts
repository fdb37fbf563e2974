import { FEE_BALANCE_RESERVE_LAMPORTS, type LedgerSigner } from '@oracle-gateway/ledger';
import { type Address, toAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { createPayers, FEE_ALONE, type PayerCharge, type Payers } from './payers.js';

const [A, B, C] = [signerOf(1), signerOf(2), signerOf(3)];
const COST = 1_000n;

function signerOf(byte: number): LedgerSigner {
  return { address: toAddress(new Uint8Array(32).fill(byte)), sign: () => Promise.resolve(new Uint8Array(64)) };
}

/** `beyond`: what the accounts of A, B and C hold beyond their reserve. */
function payersWith(...beyond: readonly bigint[]): Payers {
  const payers = createPayers({ signers: [A, B, C], list: { announce: () => Promise.resolve(), read: () => Promise.resolve([]) } });
  for (const [index, lamports] of beyond.entries()) fill(payers, [A, B, C][index]!, lamports);
  return payers;
}
function fill(payers: Payers, { address }: LedgerSigner, beyond: bigint, slot = 1): void {
  payers.note(address, { lamports: FEE_BALANCE_RESERVE_LAMPORTS + beyond, slot });
}
function paidBy({ address: payer }: LedgerSigner, count: number): readonly PayerCharge[] {
  return Array.from({ length: count }, () => ({ payer, lamports: COST }));
}
function chosen(payers: Payers, inFlight: readonly PayerCharge[] = []): LedgerSigner {
  return payers.choose({ lamports: COST, inFlight });
}

describe('the payer of the next transaction', () => {
  it('can pay, has the fewest in flight, and then the most lamports', () => {
    const payers = payersWith(5_000n, 9_000n, 7_000n);
    expect(chosen(payers)).toBe(B);
    expect(chosen(payers, paidBy(B, 1))).toBe(C);
    expect(chosen(payers, [...paidBy(B, 1), ...paidBy(C, 1)])).toBe(A);
    expect(chosen(payers, [...paidBy(A, 2), ...paidBy(B, 1), ...paidBy(C, 2)])).toBe(B);
  });

  it('can pay out of what its transactions in flight leave, not of its reserve', () => {
    const payers = payersWith(2n * COST, COST - 1n, 0n);
    expect(chosen(payers, paidBy(A, 1))).toBe(A);
    expect(payers.choose({ lamports: 3n * COST, inFlight: [] })).toBe(A);
  });

  it('is the one with the most lamports left when none can pay without its reserve', () => {
    expect(chosen(payersWith(3n, 7n, 5n), paidBy(B, 1))).toBe(C);
  });

  it('is one that was refilled, as soon as a newer reading shows it', () => {
    const payers = payersWith(0n, COST, 0n);
    fill(payers, A, 90n * COST, 3);
    expect(chosen(payers)).toBe(A);
    fill(payers, A, 0n, 2);
    expect(chosen(payers)).toBe(A);
    fill(payers, A, 0n, 4);
    expect(chosen(payers)).toBe(B);
  });

  it('pays a fee alone out of its reserve where nothing else is left', () => {
    expect(payersWith(0n, 0n, 0n).choose(FEE_ALONE)).toBe(A);
  });
});

it('the accounts of the shard are this worker’s and what others announce, each once', async () => {
  const announced: (readonly Address[])[] = [];
  const list = {
    announce: (payers: readonly Address[]) => Promise.resolve(void announced.push(payers)),
    read: () => Promise.resolve([B.address, C.address]),
  };
  const payers = createPayers({ signers: [A, B], list });
  expect(payers.addresses()).toEqual([A.address, B.address]);
  await payers.step();
  expect(announced).toEqual([[A.address, B.address]]);
  expect(payers.addresses()).toEqual([A.address, B.address, C.address]);
});
