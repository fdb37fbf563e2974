import { deriveFeedId, type Address, type SourceId } from '@oracle-gateway/protocol';
import { feedAddress } from '@oracle-gateway/protocol/accounts';

import type { LedgerInstruction } from '../instruction.js';
import * as generated from './instructions.generated.js';
import { proofFields, type ProofInput } from './proof.js';

/** An attestation of any path. */
export interface SubmitInput extends ProofInput {
  readonly programId: Address;
  /** Any key; pays for the feed's account if it does not exist yet. */
  readonly payer: Address;
  /** The consumer authority of the attestation, or `NO_OWNER` on the pay-per-request path. */
  readonly feedOwner: Address;
  readonly sourceId: SourceId;
  /** 32 bytes. */
  readonly value: Uint8Array;
  readonly timestampMs: bigint;
  readonly registryVersion: bigint;
  /** The source's canonical ApiConfig, which tells the feed its mode and decimals. It is public from then on. */
  readonly canonicalApiConfig?: string;
}

/** Tag 26: writes an attested value to its feed. */
export function submit(input: SubmitInput): LedgerInstruction {
  const { programId, feedOwner, sourceId, signaturesRequired } = input;
  const feedId = deriveFeedId({ owner: feedOwner, sourceId, signaturesRequired });
  return generated.submit({
    ...input,
    ...proofFields(input),
    canonicalApiConfig: new TextEncoder().encode(input.canonicalApiConfig ?? ''),
    feed: feedAddress(programId, feedId),
  });
}
