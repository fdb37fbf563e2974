import type { HeldAccount } from '@oracle-gateway/ledger';
import { equalBytes, type Address } from '@oracle-gateway/protocol';
import { AccountDecodeError, decodeConfig, type ConfigAccount } from '@oracle-gateway/protocol/accounts';

/** Until when the program settles, by its own clock. */
export interface SettleWindow {
  readonly clockSeconds: number;
  readonly windowSeconds: number;
}

/** `unix_timestamp` of the Clock sysvar: slot u64, epoch start i64, epoch u64, leader schedule epoch u64 come first. */
const CLOCK_TIMESTAMP_OFFSET = 32;
/** How far a round's own time may lie from the time it was made (protocol, `settle_round`). */
const TOLERANCE_SECONDS = 600;

/** From the Clock sysvar and the program's Config; null when one of them is not what it must be. */
export function readWindow(read: {
  readonly clock: HeldAccount | null;
  readonly config: HeldAccount | null;
  readonly programId: Address;
}): SettleWindow | null {
  const { clock, programId } = read;
  if (clock === null || clock.data.length < CLOCK_TIMESTAMP_OFFSET + 8) return null;
  const config = readConfig(read.config, programId);
  if (config === null) return null;
  const view = new DataView(clock.data.buffer, clock.data.byteOffset, clock.data.byteLength);
  return {
    clockSeconds: Number(view.getBigInt64(CLOCK_TIMESTAMP_OFFSET, true)),
    windowSeconds: Number(config.settleWindowSeconds),
  };
}

function readConfig(held: HeldAccount | null, programId: Address): ConfigAccount | null {
  if (held === null || !equalBytes(held.owner, programId)) return null;
  try {
    return decodeConfig(held.data);
  } catch (error) {
    if (error instanceof AccountDecodeError) return null;
    throw error;
  }
}

/**
 * Whether a round can no longer be settled. The ledger's clock alone is not believed: one wrong answer would end every pending round. The
 * round must be as old by Redis' clock, too, but for the tolerance of its own time.
 */
export function isWindowPassed(
  { clockSeconds, windowSeconds }: SettleWindow,
  round: { readonly timestampSeconds: number; readonly ageMs: number },
): boolean {
  return clockSeconds > round.timestampSeconds + windowSeconds && round.ageMs >= (windowSeconds - TOLERANCE_SECONDS) * 1_000;
}
