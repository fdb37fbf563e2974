import type { UnknownOutcomeError } from '../base/errors.js';
import { createRetries } from '../base/retries.js';
import { isAborted } from '../base/wait.js';
import type { JsonAnswer } from '../http/read-json.js';
import type { AccountIo, EarnedRound } from './account.js';
import { callFailure } from './call-failure.js';
import type { RoundOutcome } from './look-up.js';
import { isNamedVersionOnLedger } from './named-version.js';
import type { AskEvent, AskState, AskStep, CallCondition, NextStep } from './next-step.js';

/** A round that is asked for: its second or its payment, and its registry version, may be others at each call. */
export interface AskedRound {
  readonly nextStep: NextStep;
  /** Reports the idempotency key of the round to the caller, once. */
  announce(): Promise<void>;
  /** Sends the request as it stands. */
  send(): Promise<JsonAnswer>;
  /** `headers` is null for an answer that was looked up. */
  served(answer: unknown, headers: Headers | null): EarnedRound;
  /** Finds the outcome of a call whose answer was lost. */
  lookUp(): Promise<RoundOutcome>;
  /** Whether one more may be paid for. */
  mayTakeAnother(): boolean;
  /** Takes another second, or makes another payment. Answers false where no other one comes. */
  take(step: Pick<AskStep, 'round' | 'next'>, failure: unknown): Promise<boolean>;
  followVersion(registryVersion: number): void;
  /** Waits while the outcome of a payment may stay unknown. Answers false once it has to be known. */
  mayStayUnknown?(waitMs: number | undefined): Promise<boolean>;
  unknown(cause: unknown, roundId: string | undefined): UnknownOutcomeError;
}

/** Asks for a round until it is served, or `nextStep` gives it up. */
export async function askRound(
  round: AskedRound,
  { begun, signal }: { readonly begun: AskState; readonly signal: AbortSignal | undefined },
  io: AccountIo,
): Promise<EarnedRound> {
  const isMet = createConditions(round, io, signal);
  let state = begun;
  let event: Omit<AskEvent, 'mayTakeAnother'> = { failure: null, found: null };
  let failure: unknown;

  async function prepare(step: AskStep): Promise<void> {
    const giveUpWith = (error: unknown): unknown => (step.otherwise === 'unknown' ? round.unknown(error, step.next.roundId) : error);
    try {
      if ((await isMet(step.condition)) && (step.round === 'same' || (await round.take(step, failure)))) return;
    } catch (error) {
      throw isAborted(signal) ? error : giveUpWith(error);
    }
    throw giveUpWith(failure);
  }

  for (;;) {
    const step = round.nextStep(state, { ...event, mayTakeAnother: round.mayTakeAnother() });
    if (step === 'failure') throw failure;
    if (step === 'unknown') throw round.unknown(failure, state.roundId);
    if (step === 'look-up') {
      const outcome = await round.lookUp();
      if (outcome.kind === 'served') return round.served(outcome.answer, null);
      event = { ...event, found: outcome.kind };
      continue;
    }
    await prepare(step);
    state = step.next;
    await round.announce();
    let answer: JsonAnswer;
    try {
      answer = await round.send();
    } catch (error) {
      if (isAborted(signal)) throw error;
      failure = error;
      event = { failure: callFailure(error), found: null };
      continue;
    }
    return round.served(answer.body, answer.headers);
  }
}

/** Waits for conditions of further calls, and answers whether they are met. */
function createConditions(
  round: AskedRound,
  io: AccountIo,
  signal: AbortSignal | undefined,
): (condition: CallCondition | null) => Promise<boolean> {
  const retries = createRetries(io, signal);
  return async (condition) => {
    switch (condition?.kind) {
      case undefined:
        return true;
      case 'retry':
        return retries.again(condition.waitMs);
      case 'retry-unsent':
        return retries.unsent();
      case 'patience':
        return (await round.mayStayUnknown?.(condition.waitMs)) ?? false;
      case 'version':
        if (!(await isNamedVersionOnLedger(io, condition.registryVersion, signal))) return false;
        round.followVersion(condition.registryVersion);
        return true;
      case 'clock':
        return (await io.clock.correct(condition.gatewayMs, signal)) !== 0;
    }
  };
}
