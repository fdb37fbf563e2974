import { parseAddress, type Address, type RoundId, type UnixMs } from '@oracle-gateway/protocol';
import { decodeBroadcasts, type Broadcast } from './broadcast.js';
import { CorruptRecordError } from './errors.js';
import { readInteger, readState, readTimeMs } from './reply.js';
import { decodeSettlementPayload, type SettlementPayload } from './settlement-payload.js';
import type { RoundState } from './states.js';

/** How a caller earned the round. */
export type RoundPath = 'subscription';

/** One round as it stands. Times are the Redis server's. */
export interface RoundRecord {
  readonly roundId: RoundId;
  readonly path: RoundPath;
  readonly state: RoundState;
  /** Pending with no attempts left: an operator decides. */
  readonly parked: boolean;
  readonly subscriptionOwner: Address;
  readonly createdBy?: string;
  readonly createdAtMs: UnixMs;
  readonly updatedAtMs: UnixMs;
  /** Refusals by the program so far. */
  readonly attempts: number;
  readonly nextAttemptMs?: UnixMs;
  /** Why it failed, expired, lapsed or was last refused. */
  readonly reason?: string;
  /** Present from `pending` on. */
  readonly payload?: SettlementPayload;
  readonly broadcasts: readonly Broadcast[];
  /** Present when settled; the signature is null when the receipt was found but none of the recorded transactions made it. */
  readonly settlement?: { readonly signature: string | null; readonly slot: number };
  /** The answer the caller got, while it is kept. */
  readonly result?: string;
}

/** Reads a record's hash and its result. Throws CorruptRecordError or SettlementPayloadError. */
export function decodeRoundRecord(roundId: RoundId, fields: Readonly<Record<string, string>>, result: string | null): RoundRecord {
  const { createdBy, nextAttemptMs, reason, settlement, slot } = fields;
  return {
    roundId,
    path: readPath(required(fields, 'path')),
    state: readState(required(fields, 'state')),
    parked: fields['parkedAtMs'] !== undefined,
    subscriptionOwner: parseAddress(required(fields, 'subscriptionOwner')),
    createdAtMs: readTimeMs(required(fields, 'createdAtMs')),
    updatedAtMs: readTimeMs(required(fields, 'updatedAtMs')),
    attempts: readInteger(required(fields, 'attempts')),
    broadcasts: decodeBroadcasts(fields['broadcasts'] ?? ''),
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(nextAttemptMs === undefined ? {} : { nextAttemptMs: readTimeMs(nextAttemptMs) }),
    ...(reason === undefined ? {} : { reason }),
    ...(settlement === undefined ? {} : { payload: decodeSettlementPayload(settlement) }),
    ...(slot === undefined ? {} : { settlement: { signature: required(fields, 'signature') || null, slot: readInteger(slot) } }),
    ...(result === null ? {} : { result }),
  };
}

function required(fields: Readonly<Record<string, string>>, name: string): string {
  const value = fields[name];
  if (value === undefined) throw new CorruptRecordError(`a round record has no ${name}`);
  return value;
}

function readPath(text: string): RoundPath {
  if (text !== 'subscription') throw new CorruptRecordError('a round record names an unknown path');
  return text;
}
