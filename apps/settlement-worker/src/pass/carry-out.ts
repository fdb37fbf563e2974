import { describeRefusal, LedgerUnavailableError, TransactionTooLargeError } from '@oracle-gateway/ledger';
import { IllegalTransitionError, StaleTokenError, UnknownRoundError } from '@oracle-gateway/outbox';
import { inRoundSpans } from '@oracle-gateway/process';
import { refusalLabel } from './retry-policy.js';
import type { Action, RoundFacts } from './decide.js';
import type { PassDeps } from './pass-deps.js';
import { postponeRefused, refuseRound } from './refuse-round.js';
import type { ClaimedRound } from './claimed-round.js';
import { isolateRound, type IsolationDeps } from './isolate-round.js';
import { type Sending, sendBytes, sendTogether, untilSentAgainMs } from './send-rounds.js';

/** Whether the round is still this worker's afterwards. */
export type Whereabouts = 'kept' | 'let_go';

/** Actions of one round alone; several rounds are sent together. */
export type OwnAction = Exclude<Action, { readonly kind: 'send' }>;

/** Carries out a decision and writes it to the record. After any failure, this worker or another can continue with the round. */
export async function carryOut(
  deps: IsolationDeps,
  round: ClaimedRound,
  { action, facts }: { readonly action: OwnAction; readonly facts: RoundFacts },
): Promise<Whereabouts> {
  try {
    return await perform(deps, round, action, facts);
  } catch (error) {
    return afterFailure(deps.pass, round, error);
  }
}

/** Sends one transaction for these rounds; returns which of them this worker still has. */
export async function sendPack(
  deps: PassDeps,
  rounds: readonly ClaimedRound[],
  sending: Sending,
): Promise<ReadonlyMap<ClaimedRound, Whereabouts>> {
  const failures = await failuresOfSending(deps, rounds, sending);
  const whereabouts = [...failures].map(async ([round, error]) => [round, await afterFailure(deps, round, error)] as const);
  return new Map(await Promise.all(whereabouts));
}

async function failuresOfSending(
  deps: PassDeps,
  rounds: readonly ClaimedRound[],
  sending: Sending,
): Promise<ReadonlyMap<ClaimedRound, unknown>> {
  try {
    const roundIds = rounds.map(({ claim }) => claim.roundId);
    const failures = await inRoundSpans('send', roundIds, () => sendTogether(deps, rounds, sending));
    if (failures.size > 0) return failures;
    deps.upstreams.answered('outbox');
    deps.metrics.transactions.inc();
    return failures;
  } catch (error) {
    if (rounds.length === 1 || !isOwnFault(error)) return new Map(rounds.map((round) => [round, error]));
    deps.logger.error({ err: error, rounds: rounds.length }, 'a transaction for several rounds could not be made');
    // One of them may be the cause: each is sent alone from now on.
    for (const round of rounds) round.refusedTogether = Infinity;
    return new Map();
  }
}

async function perform(deps: IsolationDeps, round: ClaimedRound, action: OwnAction, facts: RoundFacts): Promise<Whereabouts> {
  const { pass } = deps;
  const { outbox, metrics, logger, upstreams } = pass;
  const { claim } = round;
  const { roundId } = claim;
  const nowMs = pass.monotonicMs();
  switch (action.kind) {
    case 'wait':
      restUntilNextCheck(round, nowMs);
      round.waitsFor = action.reason;
      return 'kept';
    case 'checkAgain':
      restUntilNextCheck(round, nowMs);
      round.closedSinceMs ??= nowMs;
      round.waitsFor = 'its settlement window has passed; a second check decides';
      return 'kept';
    case 'askHistory': {
      const landing = await pass.ledger.history.landingOf(round.broadcasts.map(({ signature }) => signature));
      round.landing = { landing, askedAtMs: nowMs };
      round.waitsFor = 'its settlement window has passed; the history of its transactions was read';
      return 'kept';
    }
    case 'sendAgain':
      sendBytes(pass, action.transaction, action.wire);
      return 'kept';
    case 'isolate':
      return (await isolateRound(deps, round, { ...action, recipientFault: facts.recipientFault })) ? 'kept' : 'let_go';
    case 'settle': {
      const { signature, slot } = action;
      const settlement = { signature, slot, seenAtSlot: Math.max(facts.slot, slot ?? 0), readings: facts.readings };
      await inRoundSpans('settle', [roundId], (note) => {
        note({ 'solana.signature': signature ?? 'unknown', 'solana.slot': slot ?? 0 });
        return outbox.settle(claim, settlement);
      });
      upstreams.answered('outbox');
      metrics.settled.inc();
      logger.info({ roundId, signature, slot }, 'settled');
      return 'let_go';
    }
    case 'park':
      await refuseRound(pass, claim, { reason: action.reason, label: 'conflict', isFinal: true });
      return 'let_go';
    case 'refuse': {
      const { refusal, forget } = action;
      if (forget !== null) await outbox.forgetBroadcast(claim, forget);
      await refuseRound(pass, claim, { reason: describeRefusal(refusal), label: refusalLabel(refusal) });
      return 'let_go';
    }
    case 'giveBack': {
      const { reason, retryAfterMs, refusal, label, forget = null } = action;
      if (forget !== null) await outbox.forgetBroadcast(claim, forget);
      if (refusal === null) await outbox.postpone(claim, { retryAfterMs, reason });
      else await postponeRefused(pass, claim, { reason, label: label ?? refusalLabel(refusal), retryAfterMs });
      return 'let_go';
    }
    case 'lapse':
      await outbox.lapse(claim, action.reason);
      metrics.lapsed.inc();
      logger.error({ roundId, reason: action.reason }, 'the round lapsed: it can no longer be settled');
      return 'let_go';
  }
}

/** Statuses and height are asked for only when a transaction is about to go out again, or has had the time to. */
function restUntilNextCheck({ transaction }: ClaimedRound, nowMs: number): void {
  if (transaction !== null && nowMs >= transaction.sendAgainAtMs) transaction.sendAgainAtMs = nowMs + untilSentAgainMs(transaction);
}

async function afterFailure(deps: PassDeps, round: ClaimedRound, error: unknown): Promise<Whereabouts> {
  const { upstreams, logger } = deps;
  const { claim } = round;
  const { roundId } = claim;
  if (error instanceof StaleTokenError) {
    logger.info({ roundId }, 'another worker took the round over');
    return 'let_go';
  }
  if (error instanceof IllegalTransitionError || error instanceof UnknownRoundError) {
    // An earlier command succeeded although its answer was lost.
    logger.info({ roundId, reason: error.message }, 'the round has ended already');
    return 'let_go';
  }
  if (error instanceof LedgerUnavailableError) {
    round.waitsFor = error.message;
    return 'kept';
  }
  if (!isOwnFault(error)) {
    // The outbox failed: the write is repeated until the lease ends.
    upstreams.failed('outbox', error);
    round.waitsFor = 'the outbox did not answer';
    return 'kept';
  }
  // An error of this program counts as a refusal: a round that cannot be processed must reach an operator, not be tried for ever.
  logger.error({ roundId, err: error }, 'settling the round failed');
  try {
    await refuseRound(deps, claim, { reason: `internal: ${error.name}`, label: 'internal' });
    return 'let_go';
  } catch (trouble) {
    upstreams.failed('outbox', trouble);
    return 'kept';
  }
}

/** An error that no server causes. */
function isOwnFault(error: unknown): error is Error {
  return error instanceof TypeError || error instanceof RangeError || error instanceof TransactionTooLargeError;
}
