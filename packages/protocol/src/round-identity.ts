import { base58 } from '@scure/base';
import { type Address, formatAddress } from './address.js';
import { ascii, bytesOfLength, u64LE, u8 } from './fixed-width.js';
import { bumpOfProgramAddress, findProgramAddress } from './program-address.js';
import type { SourceId } from './source-id.js';
import type { Brand, UnixSeconds } from './units.js';

/** Characters of 32 bytes in base58, at most. */
const MOST_NAME_CHARS = 44;

/** Base58 name of a round; on the flat paths the address of its receipt, so that a round exists once on the ledger (docs/architecture.md#the-states-of-its-record). */
export type RoundId = Brand<string, 'RoundId'>;

/** The members that identify a subscription round. */
export interface RoundIdentity {
  readonly programId: Address;
  readonly feedOwner: Address;
  readonly sourceId: SourceId;
  readonly signaturesRequired: number;
  readonly timestampSeconds: UnixSeconds;
}

/** Receipt address of a subscription round. */
export function roundAddress(identity: RoundIdentity): Address {
  return findProgramAddress(seedsOf(identity), identity.programId).address;
}

/** The bump of a known receipt address; null when the address is not this round's. */
export function roundAddressBump(address: Address, identity: RoundIdentity): number | null {
  return bumpOfProgramAddress(address, seedsOf(identity), identity.programId);
}

function seedsOf(identity: RoundIdentity): readonly Uint8Array[] {
  return [
    ascii('round'),
    bytesOfLength('feedOwner', identity.feedOwner, 32),
    bytesOfLength('sourceId', identity.sourceId, 32),
    u8(identity.signaturesRequired),
    u64LE(identity.timestampSeconds),
  ];
}

/** The bytes of a name: 32 of a receipt's address, 16 of a round that is paid per request. Throws for what is no base58 of at most 32 bytes. */
export function roundIdBytes(roundId: RoundId): Uint8Array {
  if (roundId.length > MOST_NAME_CHARS) throw new TypeError('roundId: must be base58 of at most 32 bytes');
  return base58.decode(roundId);
}

/** The name of these bytes. */
export function roundIdFrom(bytes: Uint8Array): RoundId {
  return base58.encode(bytes) as RoundId;
}

/** The id of the round whose receipt has this address. */
export function roundIdOf(address: Address): RoundId {
  return formatAddress(address) as RoundId;
}
