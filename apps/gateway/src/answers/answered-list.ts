import type { AbsenceReason, ListedSource } from '@oracle-gateway/gateway-api';
import { ContractError } from '@oracle-gateway/gateway-api/parsers';
import { type AbsentValue as NodeAbsentValue, nodeErrors, type NodeErrorCode } from '@oracle-gateway/node-api';
import type { ServedRound } from '../engine/index.js';
import {
  type Address,
  deriveFeedId,
  formatExact,
  formatTolerance,
  fromHex,
  type SourceId,
  toAddress,
  toHex,
  isList,
  MAX_SOURCES,
} from '@oracle-gateway/protocol';

/** The sources of a list as its record keeps them. All else that their caller is told follows from it. */
export interface AnsweredList {
  /** Owner of the feeds. */
  readonly owner: Address;
  /** The order is that of the request. */
  readonly sources: readonly AnsweredSource[];
}

type AnsweredSource = { readonly sourceId: SourceId } & (PresentValue | AbsentValue);

interface PresentValue {
  /** 32 bytes, packed. */
  readonly value: Uint8Array;
  /** The packed value is the value × 10^decimals; null in exact mode. */
  readonly decimals: number | null;
}

interface AbsentValue {
  readonly absence: Omit<AbsenceReason, 'detail'>;
}

type NodeAbsence = NodeAbsentValue['reason'];
type Decision = ServedRound['signed']['decision'];

/** The sources of a served list; null where the round has one value. */
export function answeredList({ round, signed: { decision } }: ServedRound): AnsweredList | null {
  const { subject, feedOwner, signaturesRequired } = round;
  if (!isList(subject.form)) return null;
  const sources = subject.sources.map(({ sourceId }, place) => {
    const value = decision.values[place] ?? null;
    return value === null
      ? { sourceId, absence: absenceAt(place, decision, signaturesRequired) }
      : { sourceId, value: fromHex(value, 32), decimals: subject.rules[place]?.numeric.decimals ?? null };
  });
  return { owner: feedOwner, sources };
}

/** The commonest word of the nodes, or that too few of their values agree. */
function absenceAt(place: number, { set }: Decision, quorum: number): AbsentValue['absence'] {
  const seen = set?.observations.flatMap(({ values }) => values[place] ?? []) ?? [];
  const told = seen.flatMap((one) => ('reason' in one ? [tellable(one.reason)] : []));
  const timesOf = (word: string): number => told.filter((other) => JSON.stringify(other) === word).length;
  const [commonest] = told.toSorted((a, b) => timesOf(JSON.stringify(b)) - timesOf(JSON.stringify(a)));
  return commonest === undefined || seen.length - told.length >= quorum ? { code: NO_QUORUM_VALUE } : commonest;
}

/**
 * A source that the node may not fetch from looks like one that does not answer. So no caller can learn which names resolve to private
 * addresses.
 */
function tellable({ code, step, upstreamStatus }: NodeAbsence): AbsentValue['absence'] {
  if (code === 'forbidden_source') return { code: 'upstream_failure', step: 'fetch' };
  return { code, ...(step === undefined ? {} : { step }), ...(upstreamStatus === undefined ? {} : { upstreamStatus }) };
}

const ID_BYTES = 32;
const SOURCE_BYTES = 65;
/** Places within the 65 bytes of a source. */
const KIND_AT = 32;
const VALUE_AT = 33;
const STATUS_AT = 34;
const CODE_AT = 36;

const MAX_DECIMALS = 36;
const EXACT = 254;
const ABSENT = 255;
/** Zero stands for no step. */
const STEPS = ['fetch', 'select', 'transform', 'pack'] as const;
const CODE = /^[a-z][a-z0-9_]*$/;

/**
 * Base64 of the owner and, for each source, 65 bytes: its id, a byte, and 32 bytes. The byte is 254 in exact mode, the number of decimals in
 * tolerance mode, 255 without a value. The 32 bytes are the value, or u8 step ‖ u16 LE status of the source ‖ code in ASCII.
 */
export function writeAnsweredList({ owner, sources }: AnsweredList): string {
  const bytes = new Uint8Array(ID_BYTES + sources.length * SOURCE_BYTES);
  bytes.set(owner);
  sources.forEach((source, place) => {
    writeSource(source, bytes.subarray(ID_BYTES + place * SOURCE_BYTES, ID_BYTES + (place + 1) * SOURCE_BYTES));
  });
  return Buffer.from(bytes).toString('base64');
}

function writeSource(source: AnsweredSource, bytes: Uint8Array): void {
  bytes.set(source.sourceId);
  if ('value' in source) {
    bytes[KIND_AT] = source.decimals ?? EXACT;
    bytes.set(source.value, VALUE_AT);
    return;
  }
  const { code, step, upstreamStatus = 0 } = source.absence;
  bytes[KIND_AT] = ABSENT;
  bytes[VALUE_AT] = step === undefined ? 0 : STEPS.indexOf(step) + 1;
  new DataView(bytes.buffer, bytes.byteOffset + STATUS_AT).setUint16(0, upstreamStatus, true);
  bytes.set(Buffer.from(code, 'latin1').subarray(0, SOURCE_BYTES - CODE_AT), CODE_AT);
}

/** Throws `ContractError` for what {@link writeAnsweredList} did not write. */
export function readAnsweredList(text: unknown): AnsweredList {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'base64') : Buffer.of();
  const count = (bytes.length - ID_BYTES) / SOURCE_BYTES;
  if (!Number.isInteger(count) || count < 2 || count > MAX_SOURCES) throw malformed();
  return {
    owner: toAddress(Uint8Array.from(bytes.subarray(0, ID_BYTES))),
    sources: Array.from({ length: count }, (_, place) =>
      readSource(Uint8Array.from(bytes.subarray(ID_BYTES + place * SOURCE_BYTES, ID_BYTES + (place + 1) * SOURCE_BYTES))),
    ),
  };
}

function readSource(bytes: Uint8Array): AnsweredSource {
  const sourceId = bytes.slice(0, ID_BYTES) as SourceId;
  const kind = bytes[KIND_AT] ?? ABSENT;
  if (kind === EXACT || kind <= MAX_DECIMALS) return { sourceId, value: bytes.slice(VALUE_AT), decimals: kind === EXACT ? null : kind };
  if (kind !== ABSENT) throw malformed();
  const step = STEPS[(bytes[VALUE_AT] ?? 0) - 1];
  const upstreamStatus = new DataView(bytes.buffer, bytes.byteOffset + STATUS_AT).getUint16(0, true);
  const code = Buffer.from(bytes.subarray(CODE_AT)).toString('latin1').replace(/\0+$/, '');
  if (!CODE.test(code)) throw malformed();
  return {
    sourceId,
    absence: { code, ...(step === undefined ? {} : { step }), ...(upstreamStatus === 0 ? {} : { upstreamStatus }) },
  };
}

function malformed(): ContractError {
  return new ContractError('list', 'must be the sources of a list');
}

/** The member `data.values` of a list's result. */
export function tellSources({ owner, sources }: AnsweredList, signaturesRequired: number): ListedSource[] {
  return sources.map((source) => {
    const { sourceId } = source;
    const told = { sourceId: toHex(sourceId), feedId: toHex(deriveFeedId({ owner, sourceId, signaturesRequired })) };
    return 'value' in source
      ? { ...told, value: formatPacked(source), valuePacked: toHex(source.value) }
      : { ...told, reason: tellAbsence(source.absence) };
  });
}

function formatPacked({ value, decimals }: PresentValue): string {
  return decimals === null ? formatExact(value) : formatTolerance(value, decimals);
}

/** The reason in the gateway's own words, without any text that a node has sent. */
export function tellAbsence(absence: AbsentValue['absence']): AbsenceReason {
  const { code, ...others } = absence;
  return { code, detail: detailOf(absence), ...others };
}

/** Values of nodes that a list lacks because they differ too much. */
export const NO_QUORUM_VALUE = 'no_quorum_value';

function detailOf({ code, step = 'fetch', upstreamStatus }: AbsentValue['absence']): string {
  if (code === NO_QUORUM_VALUE) return 'the nodes observed different values';
  if (code !== 'upstream_failure') return isNodeErrorCode(code) ? nodeErrors[code].meaning : 'the nodes refused the source';
  if (step !== 'fetch') return `the answer of the source fails at the step ${step}`;
  return upstreamStatus === undefined ? 'the source gave no usable answer' : `the source answered with status ${upstreamStatus}`;
}

function isNodeErrorCode(code: string): code is NodeErrorCode {
  return Object.hasOwn(nodeErrors, code);
}
