import type { ConcludedRow } from '@oracle-gateway/outbox';
import { roundIdOf, signersBitmap } from '@oracle-gateway/protocol';
import { bytesOf, DAY_BEGINS_MS, signatureOf } from './books-and-ledger.js';

/** The row of this number, counted from 0: a final round of an escrow unless told otherwise. */
export function bookedRow(index: number, by: Partial<ConcludedRow> = {}): ConcludedRow {
  return {
    kind: 'final',
    marker: '00112233aabbccdd',
    seq: BigInt(index + 1),
    atMs: DAY_BEGINS_MS + index * 1_000,
    round: roundIdOf(bytesOf('round', index)),
    path: 'agent',
    owner: bytesOf('owner', index % 3),
    delegate: null,
    units: 2n,
    amount: 2_500n,
    unpaid: 0n,
    registryVersion: 1n,
    signersBitmap: signersBitmap([0, 2]),
    signature: signatureOf('settled', index),
    slot: BigInt(100 + index),
    ...by,
  };
}
