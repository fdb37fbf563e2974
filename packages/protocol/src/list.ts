import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { ascii, bytesOfLength, u8 } from './fixed-width.js';
import { formOfList } from './form.js';
import { toHex } from './hex.js';
import { LABELS } from './labels.js';
import type { SourceId } from './source-id.js';

/** Entries of a group. The last group of a list may have fewer. */
export const LIST_GROUP = 4;

const PRESENT = u8(1);
const ABSENT = new Uint8Array(33);

/** A source of a list and its value. */
export interface ListEntry {
  readonly sourceId: SourceId;
  /** 32 bytes, packed; null where the list has no value of this source. */
  readonly value: Uint8Array | null;
}

/**
 * Identity of a list: keccak256(`SVC_LIST_V1` ‖ u8 n ‖ u8 min_values ‖ source ids) (docs/protocol.md#lists). The order of the sources counts.
 * @throws RangeError unless there are 2 to 32 distinct sources, and `minValues` is 1 to their number
 */
export function deriveListId(input: { readonly sourceIds: readonly SourceId[]; readonly minValues: number }): SourceId {
  const { sourceIds, minValues } = input;
  formOfList(sourceIds.length);
  if (!(Number.isInteger(minValues) && minValues >= 1 && minValues <= sourceIds.length))
    throw new RangeError('minValues must be 1 to the number of sources');
  if (new Set(sourceIds.map(toHex)).size < sourceIds.length) throw new RangeError('the sources of a list must be distinct');
  const ids = sourceIds.map((sourceId) => bytesOfLength('sourceId', sourceId, 32));
  return keccak_256(concatBytes(ascii(LABELS.list), u8(sourceIds.length), u8(minValues), ...ids)) as Uint8Array as SourceId;
}

/**
 * The entries as they are hashed, 65 bytes each, in groups of {@link LIST_GROUP}. A transaction shows some groups whole and the others as
 * their keccak256.
 * @throws RangeError unless there are 2 to 32 entries
 */
export function listGroups(entries: readonly ListEntry[]): Uint8Array[] {
  formOfList(entries.length);
  const groups = Array.from({ length: Math.ceil(entries.length / LIST_GROUP) }, (_, place) =>
    entries.slice(place * LIST_GROUP, (place + 1) * LIST_GROUP),
  );
  return groups.map(listGroup);
}

/** The entries of one group as they are hashed. */
export function listGroup(entries: readonly ListEntry[]): Uint8Array {
  return concatBytes(...entries.flatMap(entryBytes));
}

/**
 * The 32 bytes that nodes sign as the value of a list: keccak256(`SVC_VALUES_V1` ‖ u8 n ‖ keccak256 of each group) (docs/protocol.md#lists).
 * @throws RangeError unless there are 2 to 32 entries
 */
export function listValue(entries: readonly ListEntry[]): Uint8Array {
  const hashes = listGroups(entries).map((group) => keccak_256(group));
  return keccak_256(concatBytes(ascii(LABELS.listValues), u8(entries.length), ...hashes));
}

function entryBytes({ sourceId, value }: ListEntry): Uint8Array[] {
  const id = bytesOfLength('sourceId', sourceId, 32);
  return value === null ? [id, ABSENT] : [id, PRESENT, bytesOfLength('value', value, 32)];
}
