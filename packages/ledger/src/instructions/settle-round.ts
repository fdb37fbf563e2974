import { equalBytes, roundAddress, unixSeconds, type Address, type SourceId } from '@oracle-gateway/protocol';

import { payer, readonly, writable, type LedgerAccountMeta, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { SYSTEM_PROGRAM } from '../program-ids.js';
import { rememberedAddresses } from '../remembered-addresses.js';
import { proofAccounts, writeProof, type ProofInput } from './proof.js';

export interface SettleRoundInput extends ProofInput {
  readonly programId: Address;
  readonly gatewayAuthority: Address;
  readonly subscriptionOwner: Address;
  /** The owner, or a delegate of the owner's subscription. */
  readonly consumerAuthority: Address;
  readonly sourceId: SourceId;
  /** 32 bytes. */
  readonly value: Uint8Array;
  /** Unix seconds. */
  readonly timestampSeconds: number;
  readonly registryVersion: bigint;
  /** The round's receipt address where the caller knows it (the round id names it); otherwise it is searched for. */
  readonly receipt?: Address;
}

/** In the place of an optional account that is left out stands the program's own id (protocol, instruction 14). */
function delegateAccount({ programId, subscriptionOwner, consumerAuthority }: SettleRoundInput): LedgerAccountMeta {
  if (equalBytes(consumerAuthority, subscriptionOwner)) return readonly(programId);
  return writable(rememberedAddresses.delegate(programId, subscriptionOwner, consumerAuthority));
}

/** Tag 14: proves a round to the program, which writes the receipt and takes one round off the subscription, and one off the delegate who asked for it. */
export function settleRound(input: SettleRoundInput): LedgerInstruction {
  const { programId } = input;
  const timestampSeconds = unixSeconds(input.timestampSeconds);
  const { consumerAuthority, sourceId, signaturesRequired } = input;
  const receipt = input.receipt ?? roundAddress({ programId, consumerAuthority, sourceId, signaturesRequired, timestampSeconds });
  const data = new InstructionData(14)
    .bytes('sourceId', sourceId, 32)
    .bytes('value', input.value, 32)
    .u8('signaturesRequired', signaturesRequired)
    .u64('timestampSeconds', BigInt(timestampSeconds));
  return {
    programId,
    accounts: [
      payer(input.gatewayAuthority),
      readonly(rememberedAddresses.config(programId)),
      readonly(rememberedAddresses.gateway(programId, input.gatewayAuthority)),
      writable(rememberedAddresses.subscription(programId, input.subscriptionOwner)),
      readonly(rememberedAddresses.registry(programId, input.registryVersion)),
      writable(receipt),
      readonly(SYSTEM_PROGRAM),
      proofAccounts(input.keyForm)[0] ?? readonly(programId),
      delegateAccount(input),
    ],
    data: writeProof(data, input).finish(),
  };
}
