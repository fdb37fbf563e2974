import type { Address } from '@oracle-gateway/protocol';
import { configAddress, nodeAddress } from '@oracle-gateway/protocol/accounts';

import { payer, readonly, writable, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { SYSTEM_PROGRAM } from '../program-ids.js';

export interface RegisterNodeInput {
  readonly programId: Address;
  readonly authority: Address;
  readonly index: number;
  /** 64 bytes, Px ‖ Py. */
  readonly publicKey: Uint8Array;
  /** 32 bytes, X25519. */
  readonly encryptionKey: Uint8Array;
  readonly operator: Address;
  /** Proof of possession (protocol §4): s of 32 bytes, commitment of 20. */
  readonly proof: { readonly s: Uint8Array; readonly commitment: Uint8Array };
  /** URL in printable ASCII, at most 127 characters. */
  readonly endpoint: string;
}

const PRINTABLE_ASCII = /^[\x21-\x7e]{0,127}$/;

/** Tag 5: checks one proof of possession and writes the Node account. It enters a registry version through `changeRegistry`. */
export function registerNode(input: RegisterNodeInput): LedgerInstruction {
  const { programId, index, endpoint } = input;
  if (!PRINTABLE_ASCII.test(endpoint)) throw new RangeError('endpoint: must be at most 127 characters of printable ASCII');
  return {
    programId,
    accounts: [
      payer(input.authority),
      readonly(configAddress(programId)),
      writable(nodeAddress(programId, index)),
      readonly(SYSTEM_PROGRAM),
    ],
    data: new InstructionData(5)
      .u8('index', index)
      .bytes('publicKey', input.publicKey, 64)
      .bytes('encryptionKey', input.encryptionKey, 32)
      .bytes('operator', input.operator, 32)
      .bytes('proof.s', input.proof.s, 32)
      .bytes('proof.commitment', input.proof.commitment, 20)
      .u8('endpoint length', endpoint.length)
      .bytes('endpoint', new TextEncoder().encode(endpoint), endpoint.length)
      .finish(),
  };
}
