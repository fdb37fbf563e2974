import { deriveFeedId, type Address, type SourceId, type Form } from '@oracle-gateway/protocol';
import { feedAddress } from '@oracle-gateway/protocol/accounts';

import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import * as generated from '@oracle-gateway/protocol/instructions';
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
  /** A source or an index: values of a list are written by `submitMany`. */
  readonly form: Form;
  readonly timestampMs: bigint;
  /** The stamp, unix milliseconds. */
  readonly observedAtMs: bigint;
  readonly registryVersion: bigint;
}

/** Tag 26: writes an attested value to its feed. Where the feed has one that is as new, it succeeds and writes nothing. */
export function submit(input: SubmitInput): LedgerInstruction {
  const { programId, feedOwner, sourceId, signaturesRequired } = input;
  const feedId = deriveFeedId({ owner: feedOwner, sourceId, signaturesRequired });
  return generated.submit({ ...input, ...proofFields(input), feed: feedAddress(programId, feedId) });
}
