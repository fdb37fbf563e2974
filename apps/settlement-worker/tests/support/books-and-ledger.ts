import { createHash } from 'node:crypto';
import type { ConcludedRow } from '@oracle-gateway/outbox';
import { type Address, formatSignature, roundIdOf, signersBitmap, toAddress } from '@oracle-gateway/protocol';
import { rememberedAddresses } from '@oracle-gateway/protocol/instructions';
import type { LedgerRound, TreasuryPayment } from '../../src/reconcile/ledger-side.js';

export const PROGRAM = bytesOf('program', 0);
export const DAY_BEGINS_MS = Date.parse('2026-11-27T00:00:00Z');

/** Rounds of every kind, as the ledger and the books have them alike. */
export interface BooksAndLedger {
  readonly rows: readonly ConcludedRow[];
  readonly rounds: readonly LedgerRound[];
  readonly payments: readonly TreasuryPayment[];
}

/** An address that follows from words and a number. */
export function bytesOf(words: string, index: number): Address {
  return toAddress(createHash('sha256').update(`${words} ${index}`).digest());
}

export function signatureOf(words: string, index: number): string {
  return formatSignature(createHash('sha512').update(`${words} ${index}`).digest());
}

/** A history: `choices` draw each round's kind, party, units and amount. Two settled rounds share a transaction. */
export function historyOf(choices: readonly number[]): BooksAndLedger {
  const [rows, rounds, payments]: [ConcludedRow[], LedgerRound[], TreasuryPayment[]] = [[], [], []];
  choices.forEach((choice, index) => {
    const owner = bytesOf('owner', choice % 5);
    const delegate = choice % 3 === 0 ? bytesOf('delegate', choice % 2) : null;
    const atMs = DAY_BEGINS_MS + index * 1_000;
    const at = { signature: signatureOf('settled', index >> 1), slot: 100 + index, atMs };
    const roundId = roundIdOf(bytesOf('round', index));
    const units = 1 + (choice % 32);
    const amountAtomic = BigInt(1 + (choice % 100_000));
    const row = {
      marker: '00112233aabbccdd',
      seq: BigInt(index + 1),
      atMs: atMs + 500,
      round: roundId,
      owner,
      delegate: null,
      units: BigInt(units),
      unpaid: 0n,
      registryVersion: 1n,
      signersBitmap: signersBitmap([0, 2]),
      signature: at.signature,
      slot: BigInt(at.slot),
    };
    if (choice % 4 === 0) {
      const party = {
        kind: 'subscription' as const,
        subscription: rememberedAddresses.subscription(PROGRAM, owner),
        delegate: delegate === null ? null : rememberedAddresses.delegate(PROGRAM, owner, delegate),
      };
      rounds.push({ ...at, roundId, units, amountAtomic: 0n, party });
      rows.push({ ...row, kind: 'final', path: 'subscription', delegate, amount: 0n });
    } else if (choice % 4 === 1) {
      rounds.push({ ...at, roundId, units, amountAtomic, party: { kind: 'payer', payer: owner } });
      rows.push({ ...row, kind: 'final', path: 'agent', amount: amountAtomic });
    } else if (choice % 4 === 2) {
      const paid = { ...at, signature: signatureOf('paid', index) };
      payments.push({ ...paid, payer: owner, amountAtomic });
      rows.push({ ...row, kind: choice % 8 === 2 ? 'paid' : 'overturned', path: 'x402', signature: paid.signature, amount: amountAtomic });
    } else {
      rows.push({
        ...row,
        kind: choice % 8 === 3 ? 'lapsed' : 'rolled-back',
        path: 'agent',
        signature: null,
        slot: null,
        amount: 0n,
        unpaid: amountAtomic,
      });
    }
  });
  return { rows, rounds, payments };
}
