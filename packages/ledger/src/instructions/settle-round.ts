import { equalBytes, roundAddress, unixSeconds, type Address, type SourceId } from '@oracle-gateway/protocol';

import type { LedgerInstruction } from '../instruction.js';
import { rememberedAddresses } from '../remembered-addresses.js';
import * as generated from './instructions.generated.js';
import { proofFields, type ProofInput } from './proof.js';

export interface SettleRoundInput extends ProofInput {
  readonly programId: Address;
  readonly gatewayAuthority: Address;
  readonly subscriptionOwner: Address;
  /** The owner, or a delegate of the owner's subscription. */
  readonly feedOwner: Address;
  readonly sourceId: SourceId;
  /** 32 bytes. */
  readonly value: Uint8Array;
  /** Unix seconds. */
  readonly timestampSeconds: number;
  readonly registryVersion: bigint;
  /** The round's receipt address where the caller knows it from the round id; otherwise this function derives it. */
  readonly receipt?: Address;
}

function delegateOf({ programId, subscriptionOwner, feedOwner }: SettleRoundInput): Address | undefined {
  if (equalBytes(feedOwner, subscriptionOwner)) return undefined;
  return rememberedAddresses.delegate(programId, subscriptionOwner, feedOwner);
}

/** Tag 14: verifies a round, writes its receipt, and takes one round off the subscription and off the delegate that asked for it. */
export function settleRound(input: SettleRoundInput): LedgerInstruction {
  const { programId, feedOwner, sourceId, signaturesRequired } = input;
  const timestampSeconds = unixSeconds(input.timestampSeconds);
  const receipt = input.receipt ?? roundAddress({ programId, feedOwner, sourceId, signaturesRequired, timestampSeconds });
  return generated.settleRound({
    ...input,
    ...proofFields(input),
    timestampSeconds: BigInt(timestampSeconds),
    receipt,
    delegate: delegateOf(input),
  });
}
