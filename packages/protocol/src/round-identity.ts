import { type Address, formatAddress } from './address.js';
import { ascii, bytesOfLength, u64LE, u8 } from './fixed-width.js';
import { findProgramAddress } from './program-address.js';
import type { SourceId } from './source-id.js';
import type { Brand, UnixSeconds } from './units.js';

/** Base58 name of a round; on the flat paths the address of its receipt, so that a round exists once on the ledger (interface §3). */
export type RoundId = Brand<string, 'RoundId'>;

export interface RoundIdentity {
  readonly programId: Address;
  readonly consumerAuthority: Address;
  readonly sourceId: SourceId;
  readonly signaturesRequired: number;
  readonly timestampSeconds: UnixSeconds;
}

/** Receipt address of a subscription round, with its bump: the program pays for every bump above it that gives no address. */
export function findRoundAddress(input: RoundIdentity): { address: Address; bump: number } {
  const seeds = [
    ascii('round'),
    bytesOfLength('consumerAuthority', input.consumerAuthority, 32),
    bytesOfLength('sourceId', input.sourceId, 32),
    u8(input.signaturesRequired),
    u64LE(input.timestampSeconds),
  ];
  return findProgramAddress(seeds, input.programId);
}

/** Receipt address of a subscription round. */
export const roundAddress = (input: RoundIdentity): Address => findRoundAddress(input).address;

export const roundIdOf = (address: Address): RoundId => formatAddress(address) as RoundId;
