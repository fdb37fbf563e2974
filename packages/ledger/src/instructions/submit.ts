import { deriveFeedId, type Address, type SourceId } from '@oracle-gateway/protocol';
import { configAddress, feedAddress, registryAddress } from '@oracle-gateway/protocol/accounts';

import { payer, readonly, writable, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { SYSTEM_PROGRAM } from '../program-ids.js';
import { proofAccounts, writeProof, type ProofInput } from './proof.js';

/** An attestation of any path. */
export interface SubmitInput extends ProofInput {
  readonly programId: Address;
  /** Anybody; pays for the feed's account if there is none yet. */
  readonly payer: Address;
  /** The consumer authority that the attestation is for, or `NO_OWNER` on the pay-per-request path. */
  readonly feedOwner: Address;
  readonly sourceId: SourceId;
  /** 32 bytes. */
  readonly value: Uint8Array;
  readonly timestampMs: bigint;
  readonly registryVersion: bigint;
  /** The source's canonical ApiConfig, by which the feed learns mode and decimals. It is public from then on. */
  readonly canonicalApiConfig?: string;
}

/** Tag 26: writes an attested value to its feed. */
export function submit(input: SubmitInput): LedgerInstruction {
  const { programId, sourceId, signaturesRequired } = input;
  const feedId = deriveFeedId({ owner: input.feedOwner, sourceId, signaturesRequired });
  const text = new TextEncoder().encode(input.canonicalApiConfig ?? '');
  const data = new InstructionData(26)
    .bytes('feedOwner', input.feedOwner, 32)
    .bytes('sourceId', sourceId, 32)
    .bytes('value', input.value, 32)
    .u8('signaturesRequired', signaturesRequired)
    .u64('timestampMs', input.timestampMs)
    .u16('canonicalApiConfig length', text.length)
    .bytes('canonicalApiConfig', text, text.length);
  return {
    programId,
    accounts: [
      payer(input.payer),
      readonly(configAddress(programId)),
      readonly(registryAddress(programId, input.registryVersion)),
      writable(feedAddress(programId, feedId)),
      readonly(SYSTEM_PROGRAM),
      ...proofAccounts(input.keyForm),
    ],
    data: writeProof(data, input).finish(),
  };
}
