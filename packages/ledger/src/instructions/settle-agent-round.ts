import { agentRoundAddress, unixSeconds, type Address, type SourceId, type Form } from '@oracle-gateway/protocol';

import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import * as generated from '@oracle-gateway/protocol/instructions';
import { proofFields, type ProofInput } from './proof.js';

/** A round to settle, and the signature by which the payer agreed to its price. */
export interface SettleAgentRoundInput extends ProofInput {
  readonly programId: Address;
  /** Key of the gateway, which signs. */
  readonly gatewayAuthority: Address;
  /** The Gateway account. */
  readonly gateway: Address;
  /** Pays the rent, and signs too; the gateway's key unless given. */
  readonly feePayer?: Address;
  /** Payer of the round, who holds the escrow. */
  readonly payer: Address;
  readonly mint: Address;
  readonly sourceId: SourceId;
  /** 32 bytes. */
  readonly value: Uint8Array;
  readonly form: Form;
  /** Unix seconds. */
  readonly canonicalTimestampSeconds: number;
  /** The stamp, unix milliseconds. */
  readonly observedAtMs: number;
  /** Exactly the amount that the payer signed, atomic units. */
  readonly amountAtomic: bigint;
  /** The payer's 64-byte Ed25519 signature of AgentRequestAuth. */
  readonly requestSignature: Uint8Array;
  readonly registryVersion: bigint;
  /** The round's address where the caller knows it from the round id; otherwise this function derives it. */
  readonly round?: Address;
}

/** Tag 21: verifies an agent round and its payer's request, moves the amount to the treasury, and writes the round's account. */
export function settleAgentRound(input: SettleAgentRoundInput): LedgerInstruction {
  const { programId, payer, gateway, sourceId, signaturesRequired } = input;
  const canonicalTimestampSeconds = unixSeconds(input.canonicalTimestampSeconds);
  const identity = { programId, payer, gateway, sourceId, signaturesRequired, canonicalTimestampSeconds };
  return generated.settleAgentRound({
    ...input,
    ...proofFields(input),
    feePayer: input.feePayer ?? input.gatewayAuthority,
    canonicalTimestampSeconds: BigInt(canonicalTimestampSeconds),
    observedAtMs: BigInt(input.observedAtMs),
    round: input.round ?? agentRoundAddress(identity),
  });
}
