import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import { currentRegistryAddress } from './change-registry.js';
import * as generated from '@oracle-gateway/protocol/instructions';

/** A node's registration with its proof of possession. */
export interface RegisterNodeInput extends Omit<
  generated.RegisterNodeInput,
  'currentRegistry' | 'proofS' | 'proofCommitment' | 'endpoint'
> {
  /** The version that Config names now; 0 before the first version. A key that it holds is remembered when another replaces it. */
  readonly currentVersion: bigint;
  /** Proof of possession (docs/protocol.md#proof-of-possession): s of 32 bytes, commitment of 20. */
  readonly proof: { readonly s: Uint8Array; readonly commitment: Uint8Array };
  /** URL in printable ASCII, at most 127 characters. */
  readonly endpoint: string;
}

const PRINTABLE_ASCII = /^[\x21-\x7e]{0,127}$/;

/** Tag 5: checks a proof of possession and writes the Node account. The node enters a registry version through `changeRegistry`. */
export function registerNode({ currentVersion, endpoint, proof, ...input }: RegisterNodeInput): LedgerInstruction {
  if (!PRINTABLE_ASCII.test(endpoint)) throw new RangeError('endpoint: must be at most 127 characters of printable ASCII');
  const text = new TextEncoder().encode(endpoint);
  const currentRegistry = currentRegistryAddress(input.programId, currentVersion);
  return generated.registerNode({ ...input, currentRegistry, proofS: proof.s, proofCommitment: proof.commitment, endpoint: text });
}
