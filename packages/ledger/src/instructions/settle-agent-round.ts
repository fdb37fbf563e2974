import { agentRoundAddress, unixSeconds, type Address, type SourceId } from '@oracle-gateway/protocol';

import { payer, readonly, writable, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../program-ids.js';
import { rememberedAddresses } from '../remembered-addresses.js';
import { proofAccounts, writeProof, type ProofInput } from './proof.js';

export interface SettleAgentRoundInput extends ProofInput {
  readonly programId: Address;
  readonly gatewayAuthority: Address;
  readonly payer: Address;
  readonly mint: Address;
  readonly sourceId: SourceId;
  /** 32 bytes. */
  readonly value: Uint8Array;
  /** Unix seconds. */
  readonly canonicalTimestampSeconds: number;
  /** Exactly what the payer signed, atomic units. */
  readonly amountAtomic: bigint;
  /** The payer's 64-byte Ed25519 signature of AgentRequestAuth. */
  readonly requestSignature: Uint8Array;
  readonly registryVersion: bigint;
  /** The round's address where the caller knows it (the round id names it); otherwise it is searched for. */
  readonly round?: Address;
}

/** Tag 21: proves a round and its payer's request to the program, which moves the amount to the treasury and writes the round's account. */
export function settleAgentRound(input: SettleAgentRoundInput): LedgerInstruction {
  const { programId, sourceId, signaturesRequired, mint } = input;
  const canonicalTimestampSeconds = unixSeconds(input.canonicalTimestampSeconds);
  const gateway = rememberedAddresses.gateway(programId, input.gatewayAuthority);
  const escrow = rememberedAddresses.escrow(programId, input.payer, gateway);
  const identity = { programId, payer: input.payer, gateway, sourceId, signaturesRequired, canonicalTimestampSeconds };
  const data = new InstructionData(21)
    .bytes('sourceId', sourceId, 32)
    .bytes('value', input.value, 32)
    .u8('signaturesRequired', signaturesRequired)
    .u64('canonicalTimestampSeconds', BigInt(canonicalTimestampSeconds))
    .u64('amountAtomic', input.amountAtomic)
    .bytes('requestSignature', input.requestSignature, 64);
  return {
    programId,
    accounts: [
      payer(input.gatewayAuthority),
      readonly(rememberedAddresses.config(programId)),
      readonly(gateway),
      readonly(input.payer),
      writable(escrow),
      writable(rememberedAddresses.associatedToken(escrow, mint)),
      writable(rememberedAddresses.associatedToken(rememberedAddresses.config(programId), mint)),
      readonly(rememberedAddresses.registry(programId, input.registryVersion)),
      writable(input.round ?? agentRoundAddress(identity)),
      readonly(TOKEN_PROGRAM),
      readonly(SYSTEM_PROGRAM),
      ...proofAccounts(input.keyForm),
    ],
    data: writeProof(data, input).finish(),
  };
}
