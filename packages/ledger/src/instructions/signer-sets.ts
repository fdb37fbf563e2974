import type { Address } from '@oracle-gateway/protocol';
import { registryAddress, signerSetAddress } from '@oracle-gateway/protocol/accounts';

import { payer, readonly, writable, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { SYSTEM_PROGRAM } from '../program-ids.js';
import { shortBitmap } from './proof.js';

export interface CreateSignerSetInput {
  readonly programId: Address;
  /** Anybody; gets the account's lamports back when it is closed. */
  readonly payer: Address;
  readonly registryVersion: bigint;
  /** Number of slots of that registry version, empty ones included. */
  readonly registryCount: number;
  /** 64 bytes, x ‖ y of the affine sum of the signers' keys: a hint that the program checks. */
  readonly aggregateKey: Uint8Array;
  /** 32 bytes BE (interface §2.5). */
  readonly signersBitmap: Uint8Array;
}

/** Tag 27: keeps the checked sum of these signers' keys, for every instruction that brings an attestation by them. */
export function createSignerSet(input: CreateSignerSetInput): LedgerInstruction {
  const { programId, registryVersion, signersBitmap } = input;
  const bitmap = shortBitmap(signersBitmap, input.registryCount);
  return {
    programId,
    accounts: [
      payer(input.payer),
      readonly(registryAddress(programId, registryVersion)),
      writable(signerSetAddress(programId, { registryVersion, signersBitmap })),
      readonly(SYSTEM_PROGRAM),
    ],
    data: new InstructionData(27).bytes('aggregateKey', input.aggregateKey, 64).bytes('signersBitmap', bitmap, bitmap.length).finish(),
  };
}

export interface CloseSignerSetInput {
  readonly programId: Address;
  readonly registryVersion: bigint;
  /** 32 bytes BE. */
  readonly signersBitmap: Uint8Array;
  /** The payer that the account names. */
  readonly recipient: Address;
}

/** Tag 30: closes a signer set once its registry version is over; anybody may, the lamports go to its payer. */
export function closeSignerSet({ programId, registryVersion, signersBitmap, recipient }: CloseSignerSetInput): LedgerInstruction {
  return {
    programId,
    accounts: [
      readonly(registryAddress(programId, registryVersion)),
      writable(signerSetAddress(programId, { registryVersion, signersBitmap })),
      writable(recipient),
    ],
    data: new InstructionData(30).finish(),
  };
}
