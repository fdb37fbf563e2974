declare const brand: unique symbol;

/** A value that carries the name of what it measures, so that two quantities of one shape cannot be exchanged by mistake. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** Seconds since the unix epoch: the time of the flat paths and of every account (docs/api.md#post-v1roundexecute). */
export type UnixSeconds = Brand<number, 'UnixSeconds'>;

/** Milliseconds since the unix epoch: the time an attestation signs (docs/protocol.md#signing-session). */
export type UnixMs = Brand<number, 'UnixMs'>;

function requireTime(value: number, unit: string): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${unit} must be an integer from 0 to 2^53 - 1`);
}

/**
 * @throws RangeError unless `value` is an integer from 0 to 2^53 − 1.
 *
 * @example
 * const timestampSeconds = unixSeconds(Math.floor(Date.now() / 1_000));
 */
export function unixSeconds(value: number): UnixSeconds {
  requireTime(value, 'unix seconds');
  return value as UnixSeconds;
}

/** @throws RangeError unless `value` is an integer from 0 to 2^53 − 1. */
export function unixMs(value: number): UnixMs {
  requireTime(value, 'unix milliseconds');
  return value as UnixMs;
}

/**
 * The millisecond time a flat round signs: exactly `seconds × 1000` (docs/protocol.md#signing-session).
 * @throws RangeError when the product leaves 2^53 − 1.
 */
export function toUnixMs(seconds: UnixSeconds): UnixMs {
  return unixMs(seconds * 1000);
}
