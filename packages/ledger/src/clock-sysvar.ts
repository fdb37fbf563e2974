import type { StoredAccount } from './batch-reader.js';

/** Offset of `unix_timestamp` in the Clock sysvar, behind slot u64, epoch start i64, epoch u64 and leader schedule epoch u64. */
const TIMESTAMP_OFFSET = 32;

/** The ledger's clock in unix seconds, from the account at CLOCK_SYSVAR; null where the account holds no clock. */
export function readClockSeconds({ data }: Pick<StoredAccount, 'data'>): bigint | null {
  if (data.length < TIMESTAMP_OFFSET + 8) return null;
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigInt64(TIMESTAMP_OFFSET, true);
}
