import { expect, it } from 'vitest';

import { readClockSeconds } from './clock-sysvar.js';

/** Solana's `Clock`, written out: slot, epoch start, epoch, leader schedule epoch, unix timestamp, little-endian. */
function clock(unixSeconds: bigint): Uint8Array {
  const view = new DataView(new ArrayBuffer(40));
  [7n, 1_700_000_000n, 3n, 4n].forEach((value, index) => view.setBigUint64(8 * index, value, true));
  view.setBigInt64(32, unixSeconds, true);
  return new Uint8Array(view.buffer);
}

it('the time is the last of the five numbers of the Clock sysvar', () => {
  expect(readClockSeconds({ data: clock(1_800_000_000n) })).toBe(1_800_000_000n);
});

it('data of a reader in the middle of a larger buffer is read where it begins', () => {
  const wide = Uint8Array.of(0, 0, 0, ...clock(1_800_000_001n));
  expect(readClockSeconds({ data: wide.subarray(3) })).toBe(1_800_000_001n);
});

it('an account that is too short tells no time', () => {
  expect(readClockSeconds({ data: clock(1n).subarray(0, 39) })).toBeNull();
});
