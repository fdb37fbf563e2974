import type { Address } from '@oracle-gateway/protocol';

import { readonly, type LedgerAccountMeta } from '../instruction.js';
import type { InstructionData } from '../instruction-data.js';

/** How the program learns the sum of the signers' keys. It checks every form; they differ in bytes, compute units and in what they can express. */
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
  /** 32 bytes BE (interface §2.5). */
  readonly signersBitmap: Uint8Array;
}

/** The last ⌈count/8⌉ bytes of the wire's bitmap; a signer beyond the registry would be cut off, so it is refused. */
export function shortBitmap(signersBitmap: Uint8Array, registryCount: number): Uint8Array {
  if (signersBitmap.length !== 32) throw new RangeError('signersBitmap: must be 32 bytes');
  if (!Number.isInteger(registryCount) || registryCount < 1 || registryCount > 64)
    throw new RangeError('registryCount: must be an integer 1..64');
  const start = 32 - Math.ceil(registryCount / 8);
  if (signersBitmap.subarray(0, start).some((byte) => byte !== 0)) throw new RangeError('signersBitmap: names a node outside the registry');
  return signersBitmap.slice(start);
}

/** Writes the proof after the fields before it. */
export function writeProof(data: InstructionData, input: ProofInput): InstructionData {
  const bitmap = shortBitmap(input.signersBitmap, input.registryCount);
  data.bytes('s', input.s, 32).bytes('commitment', input.commitment, 20);
  return writeKeyForm(data, input).bytes('signersBitmap', bitmap, bitmap.length);
}

function writeKeyForm(data: InstructionData, { keyForm, signaturesRequired }: ProofInput): InstructionData {
  switch (keyForm.form) {
    case 'sum':
      return data.u8('keyForm', 0).bytes('aggregateKey', keyForm.aggregateKey, 64);
    case 'slopes':
      if (keyForm.slopes.length !== signaturesRequired - 1) throw new RangeError('slopes: must be one fewer than signaturesRequired');
      return keyForm.slopes.reduce((written, slope) => written.bytes('slopes', slope, 32), data.u8('keyForm', 1));
    case 'signer-set':
      return data.u8('keyForm', 2);
  }
}

/** What the proof needs after the instruction's fixed accounts. */
export function proofAccounts(keyForm: KeyForm): LedgerAccountMeta[] {
  return keyForm.form === 'signer-set' ? [readonly(keyForm.signerSet)] : [];
}
