import { roundAddress, unixSeconds, type Address, type SourceId, type Form } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';

import { type LedgerInstruction, rememberedAddresses } from '@oracle-gateway/protocol/instructions';
import * as generated from '@oracle-gateway/protocol/instructions';
import { proofFields, type ProofInput } from './proof.js';

/** A round to settle, and the subscription that pays. */
export interface SettleRoundInput extends ProofInput {
  readonly programId: Address;
  /** Key of the gateway, which signs. */
  readonly gatewayAuthority: Address;
  /** The Gateway account. */
  readonly gateway: Address;
  /** Pays the receipt's rent, and signs too; the gateway's key unless given. */
  readonly feePayer?: Address;
  readonly subscriptionOwner: Address;
  /** The owner, or a delegate of the owner's subscription. */
  readonly feedOwner: Address;
  readonly sourceId: SourceId;
  /** 32 bytes. */
  readonly value: Uint8Array;
  readonly form: Form;
  /** Unix seconds. */
  readonly timestampSeconds: number;
  /** The stamp, unix milliseconds. */
  readonly observedAtMs: number;
  readonly registryVersion: bigint;
  /** The round's receipt address where the caller knows it from the round id; otherwise this function derives it. */
  readonly receipt?: Address;
}

function delegateOf({ programId, subscriptionOwner, feedOwner }: SettleRoundInput): Address | undefined {
  if (equalBytes(feedOwner, subscriptionOwner)) return undefined;
  return rememberedAddresses.delegate(programId, subscriptionOwner, feedOwner);
}

/**
 * Tag 14: verifies a round and writes its receipt. It takes as many rounds as the form has sources off the subscription, and off the
 * delegate that asked.
 */
export function settleRound(input: SettleRoundInput): LedgerInstruction {
  const { programId, feedOwner, sourceId, signaturesRequired } = input;
  const timestampSeconds = unixSeconds(input.timestampSeconds);
  const receipt = input.receipt ?? roundAddress({ programId, feedOwner, sourceId, signaturesRequired, timestampSeconds });
  return generated.settleRound({
    ...input,
    ...proofFields(input),
    payer: input.feePayer ?? input.gatewayAuthority,
    timestampSeconds: BigInt(timestampSeconds),
    observedAtMs: BigInt(input.observedAtMs),
    receipt,
    delegate: delegateOf(input),
  });
}
