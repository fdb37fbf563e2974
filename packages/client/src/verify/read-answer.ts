import { type Aggregation, type UnixMs, unixMs, MAX_SOURCES } from '@oracle-gateway/protocol';
import { integerOf, memberOf, membersOf, textOf } from '../base/json.js';
import { bytesMember, countMember, malformedMember, textMember } from '../base/read-members.js';
import { readReason, type StatedReason } from '../base/read-reason.js';

/** Content of an answer, in bytes. Nothing of it is believed yet. */
export interface StatedRound {
  /** Text beside the signed bytes: of a list their hex, otherwise a decimal. */
  readonly value: string;
  readonly valuePacked: Uint8Array;
  /** A list has them: one for each source. */
  readonly values?: readonly StatedValue[];
  readonly sourceId: Uint8Array;
  /** A second statement of the source: `configHash` of a nested answer. */
  readonly configHash: Uint8Array;
  /** Absent in a nested answer. */
  readonly feedId?: Uint8Array;
  /** The point whose hash is the commitment; absent in a nested answer. */
  readonly nonce?: { readonly x: Uint8Array; readonly yParity: 0 | 1 };
  /** The policy of tolerance mode that a nested answer repeats. */
  readonly aggregation?: Aggregation | 'malformed';
  /** Time of the request; a flat answer has it in seconds. */
  readonly timestampMs: UnixMs;
  /** The stamp. */
  readonly observedAtMs: UnixMs;
  readonly registryVersion: bigint;
  readonly signaturesRequired: number;
  readonly signersBitmap: Uint8Array;
  readonly s: Uint8Array;
  readonly commitment: Uint8Array;
}

/** One source of a list, and its value or the reason of its absence. */
export type StatedValue = { readonly sourceId: Uint8Array; readonly feedId: Uint8Array } & (
  | { readonly value: string; readonly valuePacked: Uint8Array }
  | { readonly value: null; readonly valuePacked: null; readonly reason: StatedReason }
);

const MAX_SECONDS = Math.floor(Number.MAX_SAFE_INTEGER / 1000);

/** Gives every member of an answer its type. @throws VerificationError `malformed`, which names the member */
export function readAnswer(answer: unknown): StatedRound {
  if (memberOf(answer, 'status') !== 'completed') throw malformedMember('status', 'must be "completed"');
  const data = memberOf(answer, 'data');
  if (membersOf(data) === undefined) throw malformedMember('data', 'must be an object');
  const stated = memberOf(data, 'attestation') === undefined ? readFlat(data) : readNested(data);
  const values = memberOf(data, 'values');
  return values === undefined ? stated : { ...stated, values: readValues(values) };
}

function readValues(values: unknown): readonly StatedValue[] {
  if (!Array.isArray(values) || values.length > MAX_SOURCES)
    throw malformedMember('data.values', `must be a list of at most ${MAX_SOURCES}`);
  return values.map((one: unknown) => {
    const ids = { sourceId: bytesMember(one, 'values.sourceId', 32), feedId: bytesMember(one, 'values.feedId', 32) };
    const reason = memberOf(one, 'reason');
    return reason === undefined
      ? { ...ids, value: textMember(one, 'values.value'), valuePacked: bytesMember(one, 'values.valuePacked', 32) }
      : { ...ids, value: null, valuePacked: null, reason: readReason(reason) };
  });
}

function readFlat(data: unknown): StatedRound {
  const sourceId = bytesMember(data, 'data.configHash', 32);
  return {
    value: textMember(data, 'data.value'),
    valuePacked: bytesMember(data, 'data.valuePacked', 32),
    sourceId,
    configHash: sourceId,
    feedId: bytesMember(data, 'data.feedId', 32),
    nonce: { x: bytesMember(data, 'data.rx', 32), yParity: countMember(data, 'data.ryParity', 1) === 0 ? 0 : 1 },
    timestampMs: unixMs(countMember(data, 'data.timestamp', MAX_SECONDS) * 1000),
    observedAtMs: unixMs(countMember(data, 'data.observedAt')),
    registryVersion: BigInt(countMember(data, 'data.registryVersion')),
    signaturesRequired: countMember(data, 'data.signaturesRequired', 255),
    signersBitmap: bytesMember(data, 'data.signersBitmap', 32),
    s: bytesMember(data, 'data.s', 32),
    commitment: bytesMember(data, 'data.commitmentAddr', 20),
  };
}

function readNested(data: unknown): StatedRound {
  const payload = memberOf(memberOf(data, 'attestation'), 'payload');
  const signature = memberOf(memberOf(data, 'attestation'), 'signature');
  const aggregation = aggregationIn(memberOf(data, 'aggregation'));
  return {
    value: textMember(data, 'data.value'),
    valuePacked: bytesMember(payload, 'payload.value', 32),
    sourceId: bytesMember(payload, 'payload.sourceId', 32),
    configHash: bytesMember(data, 'data.configHash', 32),
    ...(aggregation === undefined ? {} : { aggregation }),
    timestampMs: unixMs(countMember(payload, 'payload.timestamp')),
    observedAtMs: unixMs(countMember(payload, 'payload.observedAt')),
    registryVersion: BigInt(countMember(payload, 'payload.registryVersion')),
    signaturesRequired: countMember(payload, 'payload.signaturesRequired', 255),
    signersBitmap: bytesMember(signature, 'signature.signersBitmap', 32),
    s: bytesMember(signature, 'signature.signature', 32),
    commitment: bytesMember(signature, 'signature.commitment', 20),
  };
}

function aggregationIn(value: unknown): Aggregation | 'malformed' | undefined {
  if (value === undefined) return undefined;
  const maxDeviationBps = integerOf(memberOf(value, 'maxDeviationBps'));
  const maxAgeMs = integerOf(memberOf(value, 'maxAgeMs'));
  const decimals = integerOf(memberOf(memberOf(value, 'numeric'), 'decimals'));
  const amount = memberOf(value, 'maxDeviation');
  const maxDeviation = textOf(amount);
  const isPolicy = memberOf(value, 'mode') === 'tolerance' && memberOf(value, 'rule') === 'median';
  if (!isPolicy || maxDeviationBps === undefined || maxAgeMs === undefined || decimals === undefined) return 'malformed';
  const bounds = { maxDeviationBps, ...(maxDeviation === undefined ? {} : { maxDeviation }), maxAgeMs };
  return amount === maxDeviation ? { mode: 'tolerance', rule: 'median', ...bounds, numeric: { type: 'int256', decimals } } : 'malformed';
}
