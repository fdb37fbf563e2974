import type { RoundId, UnixMs } from '@oracle-gateway/protocol';
import { decodeBroadcasts, type Broadcast } from './broadcast.js';
import { CorruptRecordError } from './errors.js';
import type { KeptHold } from './hold.js';
import { decodeHolds } from './hold-text.js';
import { decodeBody } from './record-body.js';
import { readPieces, type RecordFields } from './record-fields.js';
import { readInteger, readState, readTimeMs } from './reply.js';
import { decodeSettlementPayload, type SettlementPayload } from './settlement-payload.js';
import type { RoundState } from './states.js';

/** How a caller earned the round, in the gateway's words: 1 to 32 of lower-case letters, digits and `_`. */
export type RoundPath = string;

const PATH = /^[a-z][a-z0-9_]{0,31}$/;

/** Version of a record's fields. A record of another one is not read. */
export const RECORD_VERSION = '1';

/** One round as it stands. Times are the Redis server's. */
export interface RoundRecord {
  readonly roundId: RoundId;
  readonly path: RoundPath;
  readonly state: RoundState;
  /** Pending with no attempts left: an operator decides. */
  readonly parked: boolean;
  /** What the round takes, from `pending` on without what was given back with the answer. A round that has ended holds it no longer. */
  readonly holds: readonly KeptHold[];
  readonly createdBy?: string;
  readonly createdAtMs: UnixMs;
  readonly updatedAtMs: UnixMs;
  /** Refusals by the program so far. */
  readonly attempts: number;
  readonly nextAttemptMs?: UnixMs;
  /** Worker that claimed it, and until when nobody else may. */
  readonly claimedBy?: string;
  readonly claimUntilMs?: UnixMs;
  /** Why it failed, expired, lapsed, was last refused or rolled back, or waits. */
  readonly reason?: string;
  /** Present from `pending` on. */
  readonly payload?: SettlementPayload;
  readonly broadcasts: readonly Broadcast[];
  /**
   * Present when settled. The signature is null when the receipt was found but none of the recorded transactions made it, the slot is
   * null when it is unknown. Not final: the ledger may still lose the receipt.
   */
  readonly settlement?: { readonly signature: string | null; readonly slot: number | null; readonly final: boolean };
  /** The answer the caller got, from `pending` on. */
  readonly result?: string;
}

/** Reads a record's hash. Throws CorruptRecordError or SettlementPayloadError. */
export function decodeRoundRecord(roundId: RoundId, fields: RecordFields): RoundRecord {
  const { createdBy, nextAttemptMs, claimedBy, claimUntilMs, reason, slot } = fields;
  const [holds, body] = [readPieces(fields, 'holds'), readPieces(fields, 'body')];
  requireVersion(fields['version']);
  if (holds === undefined) throw new CorruptRecordError('a round record has no holds');
  return {
    roundId,
    path: readPath(requiredField(fields, 'path')),
    state: readState(requiredField(fields, 'state')),
    parked: fields['parkedAtMs'] !== undefined,
    holds: decodeHolds(holds),
    createdAtMs: readTimeMs(requiredField(fields, 'createdAtMs')),
    updatedAtMs: readTimeMs(requiredField(fields, 'updatedAtMs')),
    attempts: readInteger(requiredField(fields, 'attempts')),
    broadcasts: decodeBroadcasts(readPieces(fields, 'broadcasts') ?? '', readPieces(fields, 'wire') ?? ''),
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(nextAttemptMs === undefined ? {} : { nextAttemptMs: readTimeMs(nextAttemptMs) }),
    ...(claimedBy === undefined ? {} : { claimedBy }),
    ...(claimUntilMs === undefined ? {} : { claimUntilMs: readTimeMs(claimUntilMs) }),
    ...(reason === undefined ? {} : { reason }),
    ...(body === undefined ? {} : readBody(body)),
    ...(slot === undefined ? {} : { settlement: readSettlement(fields, slot) }),
  };
}

/** Throws CorruptRecordError. */
export function requireVersion(version: string | undefined): void {
  if (version !== RECORD_VERSION) throw new CorruptRecordError(`a round record has version ${JSON.stringify(version ?? '')}`);
}

function readBody(text: string): Required<Pick<RoundRecord, 'payload' | 'result'>> {
  const { payload, result } = decodeBody(text);
  return { payload: decodeSettlementPayload(payload), result };
}

function readSettlement(fields: RecordFields, slot: string): NonNullable<RoundRecord['settlement']> {
  return {
    signature: (readPieces(fields, 'signature') ?? '') || null,
    slot: slot === '' ? null : readInteger(slot),
    final: fields['finalAtMs'] !== undefined,
  };
}

/** Throws CorruptRecordError. */
export function requiredField(fields: RecordFields, name: string): string {
  const value = fields[name];
  if (value === undefined) throw new CorruptRecordError(`a round record has no ${name}`);
  return value;
}

function readPath(text: string): RoundPath {
  if (!PATH.test(text)) throw new CorruptRecordError('a round record names no path');
  return text;
}

/** Throws RangeError: paths are named by admissions, never by callers. */
export function requirePath(path: RoundPath): RoundPath {
  if (!PATH.test(path)) throw new RangeError('a path is 1 to 32 of lower-case letters, digits and _');
  return path;
}
