import type { HeldAccount } from './batch-reader.js';

/** `unix_timestamp` of the Clock sysvar: slot u64, epoch start i64, epoch u64, leader schedule epoch u64 come first. */
const TIMESTAMP_OFFSET = 32;

/** The ledger's own clock in unix seconds, read from the account at CLOCK_SYSVAR; null where that holds none. */
export function readClockSeconds({ data }: Pick<HeldAccount, 'data'>): bigint | null {
  if (data.length < TIMESTAMP_OFFSET + 8) return null;
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigInt64(TIMESTAMP_OFFSET, true);
}
