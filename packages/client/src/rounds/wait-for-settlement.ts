import type { Clock } from '../base/clock.js';
import { GatewayError, TransportError, UnknownOutcomeError, VerificationError } from '../base/errors.js';
import type { Wait } from '../base/wait.js';
import type { GatewayEvents } from '../http/gateway-events.js';
import type { RoundStatus } from '../reads/reads.js';
import { settlementIn } from '../reads/settlement-in.js';
import type { Settlement } from '../reads/settlement.js';
import { followRound } from './follow-round.js';

const NO_RECEIPT = 'the gateway claims a settlement that the ledger does not have';
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 3_000;
const DEFAULT_PATIENCE_MS = 120_000;
const FIRST_EVENT_MS = 3_000;

interface WaitDeps {
  readonly events: GatewayEvents;
  readonly clock: Clock;
  readonly wait: Wait;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly readStatus: () => Promise<RoundStatus>;
  readonly isOnLedger: (settlement: Settlement) => Promise<boolean>;
}

interface AwaitedRound {
  readonly roundId: string;
  /** Unix milliseconds. */
  readonly endMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits until the gateway tells that a round is settled or paid, and the ledger confirms it. The gateway's events tell it; where it has none,
 * its record is read again and again.
 *
 * @throws NotSettledError when it will not be; VerificationError `not_settled` when the ledger does not confirm it; UnknownOutcomeError when the time is up; the signal's reason when it aborts
 */
export async function waitForSettlement(
  deps: WaitDeps,
  input: { readonly roundId: string; readonly timeoutMs?: number | undefined; readonly signal?: AbortSignal | undefined },
): Promise<Settlement> {
  const { roundId, timeoutMs = DEFAULT_PATIENCE_MS, signal } = input;
  const round = { roundId, endMs: deps.clock.now() + timeoutMs, signal };
  try {
    const told = await toldSettlement(deps, round, Math.min(FIRST_EVENT_MS, timeoutMs / 4));
    if (told !== undefined && (await deps.isOnLedger(told))) return told;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
  }
  return polledSettlement(deps, round);
}

/** Undefined when the events end without one. */
async function toldSettlement(deps: WaitDeps, round: AwaitedRound, beginsInMs: number): Promise<Settlement | undefined> {
  for await (const status of followRound(deps, { ...round, beginsInMs })) {
    const settlement = settlementIn(status);
    if (settlement !== undefined) return settlement;
  }
  return undefined;
}

async function polledSettlement(deps: WaitDeps, { roundId, endMs, signal }: AwaitedRound): Promise<Settlement> {
  let isClaimed = false;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 1.5)) {
    let pauseMs = waitMs;
    try {
      const settlement = settlementIn(await deps.readStatus());
      isClaimed = settlement !== undefined;
      if (settlement !== undefined && (await deps.isOnLedger(settlement))) return settlement;
    } catch (error) {
      const isPassing =
        error instanceof TransportError || (error instanceof GatewayError && (error.status === 503 || error.status === 429));
      if (!isPassing) throw error;
      if (error instanceof GatewayError) pauseMs = Math.max(waitMs, error.retryAfterMs ?? 0);
    }
    const leftMs = endMs - deps.clock.now();
    if (leftMs <= 0) throw isClaimed ? new VerificationError('not_settled', NO_RECEIPT) : new UnknownOutcomeError({ roundId });
    await deps.wait(Math.min(leftMs, pauseMs * (1 + deps.random() / 4)), signal);
  }
}
