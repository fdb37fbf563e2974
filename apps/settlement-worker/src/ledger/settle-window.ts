import { readClockSeconds, type StoredAccount } from '@oracle-gateway/ledger';
import type { Address } from '@oracle-gateway/protocol';
import { equalBytes, GRACE_SECONDS } from '@oracle-gateway/protocol/internal';
import { AccountDecodeError, decodeConfig, type ConfigAccount } from '@oracle-gateway/protocol/accounts';

/** Milliseconds for which the program settles a round, by its own clock. */
export interface SettleWindow {
  readonly clockSeconds: number;
  readonly windowSeconds: number;
}

/** Reads the Clock sysvar and the program's Config; null when one of them is missing or cannot be decoded. */
export function readWindow(read: {
  readonly clock: StoredAccount | null;
  readonly config: StoredAccount | null;
  readonly programId: Address;
}): SettleWindow | null {
  const clockSeconds = read.clock === null ? null : readClockSeconds(read.clock);
  const config = readConfig(read.config, read.programId);
  if (clockSeconds === null || config === null) return null;
  return { clockSeconds: Number(clockSeconds), windowSeconds: Number(config.settleWindowSeconds) };
}

function readConfig(held: StoredAccount | null, programId: Address): ConfigAccount | null {
  if (held === null || !equalBytes(held.owner, programId)) return null;
  try {
    return decodeConfig(held.data);
  } catch (error) {
    if (error instanceof AccountDecodeError) return null;
    throw error;
  }
}

/**
 * Whether a round can no longer be settled. One wrong answer about the ledger's clock would end every pending round. So the round must also
 * be old enough by Redis' clock, less the tolerance of its own time.
 */
export function isWindowPassed(
  { clockSeconds, windowSeconds }: SettleWindow,
  round: { readonly timestampSeconds: number; readonly ageMs: number },
): boolean {
  return clockSeconds > round.timestampSeconds + windowSeconds && round.ageMs >= (windowSeconds - Number(GRACE_SECONDS)) * 1_000;
}
