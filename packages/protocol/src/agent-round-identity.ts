import type { Address } from './address.js';
import { ascii, bytesOfLength, u64LE, u8 } from './fixed-width.js';
import { bumpOfProgramAddress, findProgramAddress } from './program-address.js';
import type { SourceId } from './source-id.js';
import type { UnixSeconds } from './units.js';

/** The members that identify an agent round. */
export interface AgentRoundIdentity {
  readonly programId: Address;
  readonly payer: Address;
  /** Gateway account. */
  readonly gateway: Address;
  readonly sourceId: SourceId;
  readonly signaturesRequired: number;
  readonly canonicalTimestampSeconds: UnixSeconds;
}

/** Address of the round's account; its base58 form is the round's id. */
export function agentRoundAddress(identity: AgentRoundIdentity): Address {
  return findProgramAddress(seedsOf(identity), identity.programId).address;
}

/** The bump of a known address; null when the address is not this round's. */
export function agentRoundAddressBump(address: Address, identity: AgentRoundIdentity): number | null {
  return bumpOfProgramAddress(address, seedsOf(identity), identity.programId);
}

function seedsOf(identity: AgentRoundIdentity): readonly Uint8Array[] {
  return [
    ascii('agent_round'),
    bytesOfLength('payer', identity.payer, 32),
    bytesOfLength('gateway', identity.gateway, 32),
    bytesOfLength('sourceId', identity.sourceId, 32),
    u8(identity.signaturesRequired),
    u64LE(identity.canonicalTimestampSeconds),
  ];
}
