import type { LedgerInstruction } from '../instruction.js';
import * as generated from './instructions.generated.js';

export interface RegisterNodeInput extends Omit<generated.RegisterNodeInput, 'proofS' | 'proofCommitment' | 'endpoint'> {
  /** Proof of possession (protocol §4): s of 32 bytes, commitment of 20. */
  readonly proof: { readonly s: Uint8Array; readonly commitment: Uint8Array };
  /** URL in printable ASCII, at most 127 characters. */
  readonly endpoint: string;
}

const PRINTABLE_ASCII = /^[\x21-\x7e]{0,127}$/;

/** Tag 5: checks a proof of possession and writes the Node account. The node enters a registry version through `changeRegistry`. */
export function registerNode({ endpoint, proof, ...input }: RegisterNodeInput): LedgerInstruction {
  if (!PRINTABLE_ASCII.test(endpoint)) throw new RangeError('endpoint: must be at most 127 characters of printable ASCII');
  const text = new TextEncoder().encode(endpoint);
  return generated.registerNode({ ...input, proofS: proof.s, proofCommitment: proof.commitment, endpoint: text });
}
