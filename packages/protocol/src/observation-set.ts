import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { requireAscending } from './ascending.js';
import { ascii, u64LE, u8 } from './fixed-width.js';
import { LABELS } from './labels.js';
import { isOfList, type Observation, observationFields } from './observation.js';
import type { UnixMs } from './units.js';

/** Input from which the signers of a round compute its value, where no signer decides by its own observation alone. */
export interface ObservationSet<O extends Observation = Observation> {
  /** The gateway's clock when it fixed the set, anew for each attempt. */
  readonly fixedAtMs: UnixMs;
  /** Strictly ascending by index, each with as many values. */
  readonly observations: readonly O[];
}

/** Stand-in for {@link observationSetHash} in exact mode, where no set is signed (docs/protocol.md#set_hash): 32 zero bytes. */
export const EXACT_SET_HASH: Uint8Array = new Uint8Array(32);

/**
 * `set_hash`, which the nonces of every signer are bound to (docs/protocol.md#set_hash).
 * @throws RangeError unless the indices are strictly ascending bytes, and the observations have equally many values
 */
export function observationSetHash({ fixedAtMs, observations }: ObservationSet): Uint8Array {
  requireAscending(
    'observation',
    observations.map(({ index }) => index),
  );
  const values = observations[0]?.values.length ?? 1;
  if (observations.some((one) => one.values.length !== values)) throw new RangeError('observations of a set must have equally many values');
  const isList = observations.some(isOfList);
  return keccak_256(
    concatBytes(
      ascii(isList ? LABELS.listObservationSet : LABELS.observationSet),
      u64LE(fixedAtMs),
      ...(isList ? [u8(values)] : []),
      u8(observations.length),
      ...observations.map(observationFields),
    ),
  );
}
