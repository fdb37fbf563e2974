import type { Address } from '@oracle-gateway/protocol';
import { concatBytes } from '@noble/hashes/utils.js';

/**
 * Form in which the program gets the sum of the signers' keys. The program verifies every form; the forms differ in bytes, compute units
 * and in the keys they can express.
 */
export type KeyForm =
  /** The affine sum, 64 bytes x ‖ y: any keys. */
  | { readonly form: 'sum'; readonly aggregateKey: Uint8Array }
  /** 32 bytes for each addition (`slopesOf` of `@oracle-gateway/schnorr`): the cheapest without an account, not for every set of keys. */
  | { readonly form: 'slopes'; readonly slopes: readonly Uint8Array[] }
  /** The SignerSet account of this registry version and signers bitmap: the cheapest of all, no bytes. */
  | { readonly form: 'signer-set'; readonly signerSet: Address };

/** The end of every instruction that brings an attestation. */
export interface ProofInput {
  readonly signaturesRequired: number;
  /** Number of slots of the registry version that signed, empty ones included. */
  readonly registryCount: number;
  /** 32 bytes BE. */
  readonly s: Uint8Array;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
  readonly keyForm: KeyForm;
  /** 32 bytes BE (docs/protocol.md#signers-bitmap). */
  readonly signersBitmap: Uint8Array;
}

/** Inputs of a generated builder that come from the proof: every builder of an instruction that brings an attestation has them. */
export interface ProofFields {
  readonly s: Uint8Array;
  readonly commitment: Uint8Array;
  readonly keyForm: number;
  readonly keyAndBitmap: Uint8Array;
  readonly signerSet: Address | undefined;
}

export const AGGREGATE_KEY_BYTES = 64;
const SLOPE_BYTES = 32;

/** The last ⌈count/8⌉ bytes of the wire's bitmap. A signer beyond the registry would be cut off, and is refused. */
export function shortBitmap(signersBitmap: Uint8Array, registryCount: number): Uint8Array {
  if (signersBitmap.length !== 32) throw new RangeError('signersBitmap: must be 32 bytes');
  if (!Number.isInteger(registryCount) || registryCount < 1 || registryCount > 64)
    throw new RangeError('registryCount: must be an integer 1..64');
  const start = 32 - Math.ceil(registryCount / 8);
  if (signersBitmap.subarray(0, start).some((byte) => byte !== 0)) throw new RangeError('signersBitmap: names a node outside the registry');
  return signersBitmap.slice(start);
}

/** @throws RangeError unless the key has its 64 bytes */
export function requireAggregateKey(aggregateKey: Uint8Array): void {
  if (aggregateKey.length !== AGGREGATE_KEY_BYTES) throw new RangeError(`aggregateKey: must be ${AGGREGATE_KEY_BYTES} bytes`);
}

/** The proof as the data and the accounts of an instruction carry it. */
export function proofFields(input: ProofInput): ProofFields {
  const bitmap = shortBitmap(input.signersBitmap, input.registryCount);
  const { keyForm, key, signerSet } = keyFields(input);
  return { s: input.s, commitment: input.commitment, keyForm, keyAndBitmap: concatBytes(...key, bitmap), signerSet };
}

interface KeyFields {
  readonly keyForm: number;
  readonly key: readonly Uint8Array[];
  readonly signerSet?: Address;
}

function keyFields({ keyForm, signaturesRequired }: ProofInput): KeyFields {
  switch (keyForm.form) {
    case 'sum':
      requireAggregateKey(keyForm.aggregateKey);
      return { keyForm: 0, key: [keyForm.aggregateKey] };
    case 'slopes':
      if (keyForm.slopes.length !== signaturesRequired - 1) throw new RangeError('slopes: must be one fewer than signaturesRequired');
      if (keyForm.slopes.some(({ length }) => length !== SLOPE_BYTES)) throw new RangeError(`slopes: must be ${SLOPE_BYTES} bytes each`);
      return { keyForm: 1, key: keyForm.slopes };
    case 'signer-set':
      return { keyForm: 2, key: [], signerSet: keyForm.signerSet };
  }
}
