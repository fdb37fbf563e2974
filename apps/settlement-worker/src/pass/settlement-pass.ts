import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import type { RoundId } from '@oracle-gateway/protocol';
import { GIVEN_BACK_RETRY_MS } from '../retry-policy.js';
import { createAlarm } from '../alarm.js';
import { carryOut } from './carry-out.js';
import { decide, type Action, type RoundFacts } from './decide.js';
import { createHand } from './hand.js';
import type { PassDependencies } from './pass-dependencies.js';
import { readFacts } from './read-facts.js';
import { createLeases } from './renew-leases.js';
import type { Purpose, RoundInHand } from './round-in-hand.js';
import { LEASE_MS, takeRounds } from './take-rounds.js';

/** All rounds that one worker settles, from the claim to the record of what became of them. */
export interface SettlementPass {
  /** How many more rounds may be taken; 0 while the ledger does not answer. */
  room(): number;
  /** Resolves when so many rounds fit. */
  untilRoom(rounds: number): Promise<void>;
  /** Claims these rounds, as many as may be claimed. Resolves with their number; they are settled afterwards. */
  take(roundIds: readonly RoundId[], purpose: Purpose): Promise<number>;
  /** Settles what is in hand, as long as `patience` is not aborted; gives the rest back. */
  close(patience: AbortSignal): Promise<void>;
}

export interface SettlementPassInput {
  readonly maxInHand: number;
  /** A round was given back and may be claimed again after `ms`; 0: the ledger answers again. */
  readonly onDue: (ms: number) => void;
  readonly random?: () => number;
}

/** Between two looks at the rounds in hand: a block takes 400 ms. */
const POLL_MS = 400;
/** Rounds that are taken one after the other are looked at together. */
const SHORTEST_POLL_MS = 100;
/** Broadcasts under way at once: more would only wait in line, and be taken for lost while they do. */
const MAX_UNANSWERED = 64;
/** Between two questions to a ledger that does not answer, with jitter: several workers ask. */
const PROBE_MS = 1_000;
/** After this long another worker may try: about the life of a blockhash. */
const LONGEST_IN_HAND_MS = 60_000;

/**
 * Claim → read → decide → send → watch → conclude. One loop reads for all rounds together; what follows is each round's own, so that one
 * that hangs or fails holds up no other.
 */
export function createSettlementPass(dependencies: PassDependencies, input: SettlementPassInput): SettlementPass {
  const { ledger, programId, standing, metrics, logger, monotonicMs } = dependencies;
  const { maxInHand, onDue, random = Math.random } = input;
  const hand = createHand(maxInHand);
  const leases = createLeases(dependencies, hand);
  const alarm = createAlarm();
  const writing = new Set<Promise<void>>();
  let patience: AbortSignal | undefined;
  /** Broadcasts wait for others to be answered. */
  let hasHeldBack = false;

  const write = (round: RoundInHand, work: () => Promise<'kept' | 'let_go'>): void => {
    round.isBusy = true;
    const written = work().then((whereabouts) => {
      round.isBusy = false;
      if (whereabouts === 'let_go') hand.drop(round.claim.roundId);
    });
    writing.add(written);
    void written.finally(() => writing.delete(written));
  };

  const act = (round: RoundInHand, action: Action, facts: RoundFacts): void => {
    const isTooLong = action.kind === 'wait' && monotonicMs() - round.takenAtMs >= LONGEST_IN_HAND_MS;
    const done: Action = isTooLong ? givingBack(action.reason) : action;
    write(round, () => carryOut(dependencies, round, { action: done, facts }));
    if (done.kind === 'giveBack') onDue(done.retryAfterMs);
  };

  /** Without facts nothing is decided, but others may have better luck. */
  const giveBackUnread = (reason: string, isAll: boolean): void => {
    for (const round of hand.rounds()) {
      if (round.isBusy || !(isAll || monotonicMs() - round.takenAtMs >= LONGEST_IN_HAND_MS)) continue;
      write(round, () => carryOut(dependencies, round, { action: givingBack(reason), facts: NO_FACTS }));
    }
  };

  const look = async (): Promise<void> => {
    const wasDown = !standing.isUp('ledger');
    if (wasDown) await ledger.sender.blockHeight('confirmed');
    const rounds = hand.rounds().filter(({ isBusy }) => !isBusy);
    const nowMs = monotonicMs();
    const { facts, failure } = await readFacts(ledger, { rounds, programId, leaseMs: LEASE_MS, nowMs });
    if (failure !== null) logger.debug({ reason: failure.message }, 'a share of the ledger’s answers is missing');
    standing.answered('ledger');
    if (wasDown) onDue(0);
    let free = MAX_UNANSWERED - hand.rounds().reduce((count, { unanswered, isBusy }) => count + unanswered + Number(isBusy), 0);
    hasHeldBack = false;
    for (const round of rounds) {
      const found = facts.get(round.claim.roundId);
      if (found === undefined || round.isBusy) continue;
      const action = decide(round, found, nowMs);
      const isSending = action.kind === 'send' || action.kind === 'sendAgain';
      if (isSending && free <= 0) hasHeldBack = true;
      else act(round, action, found);
      free -= Number(isSending);
    }
  };

  const tick = async (): Promise<void> => {
    metrics.inHand.set(hand.rounds().length);
    leases.renewAll();
    try {
      await look();
    } catch (error) {
      if (!(error instanceof LedgerUnavailableError)) {
        logger.error({ err: error }, 'a look at the rounds in hand failed');
        return;
      }
      standing.failed('ledger', error);
      for (const round of hand.rounds()) round.waitsFor = error.message;
      giveBackUnread(error.message, patience !== undefined);
    }
  };

  const run = async (): Promise<void> => {
    while (patience === undefined || !(patience.aborted || hand.isEmpty())) {
      const startedAtMs = monotonicMs();
      if (hand.rounds().length > 0 || !standing.isUp('ledger')) await tick();
      await alarm.wait(untilNextTickMs());
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, startedAtMs + SHORTEST_POLL_MS - monotonicMs())));
    }
  };
  const untilNextTickMs = (): number => {
    if (!standing.isUp('ledger')) return PROBE_MS * (0.75 + random() / 2);
    if (hasHeldBack) return SHORTEST_POLL_MS;
    return hand.rounds().length > 0 || patience !== undefined ? POLL_MS : Infinity;
  };
  const running = run();

  return {
    room: () => (standing.isUp('ledger') ? hand.room() : 0),
    untilRoom: (rounds) => hand.untilRoom(rounds),
    async take(roundIds, purpose) {
      if (patience !== undefined) return 0;
      const taken = await takeRounds(dependencies, hand, { roundIds, purpose });
      if (taken > 0) alarm.ring();
      return taken;
    },
    async close(signal) {
      patience = signal;
      const impatient = new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), { once: true });
      });
      alarm.ring();
      // A look that hangs is not waited for: what is in hand goes back.
      await Promise.race([running, impatient]);
      alarm.ring();
      giveBackUnread('the worker that had it in hand has stopped', true);
      await Promise.all(writing);
      metrics.inHand.set(0);
    },
  };
}

function givingBack(reason: string): Action {
  return { kind: 'giveBack', reason, retryAfterMs: GIVEN_BACK_RETRY_MS, refusal: null };
}

const NO_FACTS: RoundFacts = { receipt: 'absent', slot: 0, figures: [], statuses: new Map(), finalizedHeight: null, isWindowClosed: null };
