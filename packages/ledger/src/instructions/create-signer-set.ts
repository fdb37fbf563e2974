import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import * as generated from '@oracle-gateway/protocol/instructions';
import { AGGREGATE_KEY_BYTES, requireAggregateKey, shortBitmap } from './proof.js';

/** A signer set whose sum of keys the program checks and keeps. */
export interface CreateSignerSetInput extends Omit<generated.CreateSignerSetInput, 'aggregateX' | 'aggregateY' | 'bitmap'> {
  /** Number of slots of that registry version, empty ones included. */
  readonly registryCount: number;
  /** 64 bytes, x ‖ y of the affine sum of the signers' keys: a hint that the program checks. */
  readonly aggregateKey: Uint8Array;
}

/** Tag 27: keeps the verified sum of the signers' keys, for every instruction that brings an attestation by these signers. */
export function createSignerSet({ registryCount, aggregateKey, ...input }: CreateSignerSetInput): LedgerInstruction {
  requireAggregateKey(aggregateKey);
  return generated.createSignerSet({
    ...input,
    aggregateX: aggregateKey.subarray(0, AGGREGATE_KEY_BYTES / 2),
    aggregateY: aggregateKey.subarray(AGGREGATE_KEY_BYTES / 2),
    bitmap: shortBitmap(input.signersBitmap, registryCount),
  });
}
