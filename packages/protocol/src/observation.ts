import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { ascii, bytesOfLength, u64LE, u8 } from './fixed-width.js';
import { MAX_SOURCES } from './form.js';
import { LABELS } from './labels.js';
import { type UnixMs, unixMs } from './units.js';

/** A value that a node observed. */
export interface ObservedValue {
  /** 32 bytes, packed. */
  readonly value: Uint8Array;
  /** When the last byte of the body arrived, on the node's clock. */
  readonly receivedAtMs: UnixMs;
}

/** The observation of one node, as the other nodes get it. */
export interface Observation {
  /** Node index. */
  readonly index: number;
  /** One for a source or an index. Of a list, one for each of its sources, in their order; null where the node has none. */
  readonly values: readonly (ObservedValue | null)[];
}

/** Bytes of a value in a vector. */
const ENTRY_BYTES = 41;
const ABSENT_ENTRY = new Uint8Array(ENTRY_BYTES);

/**
 * The values of an observation as bytes: for each u8 present ‖ value ‖ u64 LE time; 41 zero bytes for one that is absent.
 * @throws RangeError unless there are 1 to 32
 */
export function observationVector({ values }: Pick<Observation, 'values'>): Uint8Array {
  if (values.length < 1 || values.length > MAX_SOURCES) throw new RangeError(`an observation has 1 to ${MAX_SOURCES} values`);
  return concatBytes(...values.map((one) => (one === null ? ABSENT_ENTRY : concatBytes(u8(1), valueFields(one)))));
}

/**
 * Reads what {@link observationVector} wrote.
 * @throws RangeError for bytes that it does not write: no vector has two forms
 */
export function readObservationVector(vector: Uint8Array): (ObservedValue | null)[] {
  const count = vector.length / ENTRY_BYTES;
  if (!Number.isInteger(count) || count < 1 || count > MAX_SOURCES) throw new RangeError('an observation vector has 41 bytes a value');
  return Array.from({ length: count }, (_, place) => readEntry(vector.subarray(place * ENTRY_BYTES, (place + 1) * ENTRY_BYTES)));
}

function readEntry(entry: Uint8Array): ObservedValue | null {
  if (entry.every((byte) => byte === 0)) return null;
  if (entry[0] !== 1) throw new RangeError('an entry of an observation vector must begin with 1, or be zero');
  const time = new DataView(entry.buffer, entry.byteOffset + 33, 8).getBigUint64(0, true);
  return { value: entry.slice(1, 33), receivedAtMs: unixMs(Number(time)) };
}

/**
 * The message that an observer signs alone, for one session (docs/protocol.md#observation): of a list the whole vector, so that no party mixes vectors.
 * @throws RangeError for an observation of one value that has none
 */
export function observationMessage(input: { readonly sessionId: Uint8Array; readonly observation: Observation }): Uint8Array {
  const { observation } = input;
  const sessionId = bytesOfLength('sessionId', input.sessionId, 32);
  if (!isOfList(observation)) return keccak_256(concatBytes(ascii(LABELS.observation), sessionId, observationFields(observation)));
  const { index, values } = observation;
  return keccak_256(concatBytes(ascii(LABELS.listObservation), sessionId, u8(index), u8(values.length), observationVector(observation)));
}

/** Only a list has several values. */
export function isOfList({ values }: Pick<Observation, 'values'>): boolean {
  return values.length > 1;
}

/** The fields of an observation in a set, in the order in which they are hashed. */
export function observationFields(observation: Observation): Uint8Array {
  const { index, values } = observation;
  if (isOfList(observation)) return concatBytes(u8(index), observationVector(observation));
  const [value = null] = values;
  if (value === null) throw new RangeError('an observation of one value must have it');
  return concatBytes(u8(index), valueFields(value));
}

function valueFields({ value, receivedAtMs }: ObservedValue): Uint8Array {
  return concatBytes(bytesOfLength('value', value, 32), u64LE(receivedAtMs));
}
