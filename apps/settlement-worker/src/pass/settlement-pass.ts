import { createAlarm } from '@oracle-gateway/process';
import { createTransactionDraft, LedgerUnavailableError } from '@oracle-gateway/ledger';
import type { RoundId } from '@oracle-gateway/protocol';
import { GIVEN_BACK_RETRY_MS } from '../retry-policy.js';
import { carryOut, sendPack, type OwnAction, type Whereabouts } from './carry-out.js';
import { decide, type RoundFacts } from './decide.js';
import { createHand } from './hand.js';
import type { PassDeps } from './pass-deps.js';
import { readFacts } from './read-facts.js';
import { createLeases } from './renew-leases.js';
import { packRows } from './pack-rows.js';
import { goesAlone, type Purpose, type RoundInHand } from './round-in-hand.js';
import { LEASE_MS, takeRounds } from './take-rounds.js';

/** All rounds that one worker settles, from the claim to the record of what became of them. */
export interface SettlementPass {
  /** How many more rounds may be taken; 0 while the ledger does not answer. */
  room(): number;
  /** Resolves when so many rounds fit. */
  untilRoom(rounds: number): Promise<void>;
  /**
   * Claims these rounds, as many as may be claimed. Resolves with their number; they are settled afterwards. With `mayWait` those that fill
   * no transaction wait two seconds for others.
   */
  take(roundIds: readonly RoundId[], purpose: Purpose, options?: { readonly mayWait?: boolean }): Promise<number>;
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
/** What does not fill a transaction waits so long for others, where others are to be expected. */
const LONGEST_WAIT_MS = 2_000;
/** Transactions under way at once: more would only wait in line, and be taken for lost while they do. */
const MAX_UNANSWERED = 64;
/** Between two questions to a ledger that does not answer, with jitter: several workers ask. */
const PROBE_MS = 1_000;
/** After this long another worker may try: about the life of a blockhash. */
const LONGEST_IN_HAND_MS = 60_000;

/**
 * Claim → read → decide → send → watch → conclude. One loop reads for all rounds together; what follows is each round's own, so that one
 * that hangs or fails holds up no other.
 */
export function createSettlementPass(deps: PassDeps, input: SettlementPassInput): SettlementPass {
  const { ledger, programId, mint, gatewayAuthority, standing, metrics, logger, monotonicMs } = deps;
  const { maxInHand, onDue, random = Math.random } = input;
  const hand = createHand(maxInHand);
  const leases = createLeases(deps, hand);
  const alarm = createAlarm();
  const writing = new Set<Promise<void>>();
  /** Transactions that are being built and recorded. */
  let packsBegun = 0;
  let patience: AbortSignal | undefined;
  /** Broadcasts wait for others to be answered. */
  let hasHeldBack = false;
  /** Rounds were taken, or may wait no longer, since the look began. */
  let isOutdated = false;

  const write = (rounds: readonly RoundInHand[], work: () => Promise<ReadonlyMap<RoundInHand, Whereabouts>>): void => {
    for (const round of rounds) round.isBusy = true;
    const written = work().then((whereabouts) => {
      for (const round of rounds) {
        round.isBusy = false;
        if (whereabouts.get(round) === 'let_go') hand.drop(round.claim.roundId);
      }
    });
    writing.add(written);
    void written.finally(() => writing.delete(written));
  };

  const writeAlone = (round: RoundInHand, action: OwnAction, facts: RoundFacts): void =>
    write([round], async () => new Map([[round, await carryOut(deps, round, { action, facts })]]));

  const act = (round: RoundInHand, action: OwnAction, facts: RoundFacts): void => {
    const isTooLong = action.kind === 'wait' && monotonicMs() - round.takenAtMs >= LONGEST_IN_HAND_MS;
    const done: OwnAction = isTooLong ? givingBack(action.reason) : action;
    writeAlone(round, done, facts);
    if (done.kind === 'giveBack') onDue(done.retryAfterMs);
  };

  /** Without facts nothing is decided, but others may have better luck. */
  const giveBackUnread = (reason: string, isAll: boolean): void => {
    for (const round of hand.rounds()) {
      if (round.isBusy || !(isAll || monotonicMs() - round.takenAtMs >= LONGEST_IN_HAND_MS)) continue;
      writeAlone(round, givingBack(reason), NO_FACTS);
    }
  };

  const look = async (): Promise<void> => {
    const wasDown = !standing.isUp('ledger');
    if (wasDown) await ledger.sender.blockHeight('confirmed');
    const nowMs = monotonicMs();
    const rounds = hand.rounds().filter((round) => !round.isBusy && (!round.isWaiting || nowMs >= endOfWaitMs(round)));
    if (rounds.length === 0 && !wasDown) return;
    isOutdated = false;
    const { facts, failure } = await readFacts(ledger, { rounds, programId, mint, leaseMs: LEASE_MS, nowMs });
    if (failure !== null) logger.debug({ reason: failure.message }, 'a share of the ledger’s answers is missing');
    standing.answered('ledger');
    if (wasDown) onDue(0);
    let free = MAX_UNANSWERED - packsBegun - unansweredOf(hand.rounds());
    hasHeldBack = false;
    const unsent: RoundInHand[] = [];
    for (const round of rounds) {
      const found = facts.get(round.claim.roundId);
      if (found === undefined || round.isBusy) continue;
      const action = decide(round, found, nowMs);
      if (action.kind === 'send') unsent.push(round);
      else if (action.kind === 'sendAgain' && free <= 0) hasHeldBack = true;
      else act(round, action, found);
      free -= Number(action.kind === 'sendAgain');
    }
    if (unsent.length > 0) sendPacks(unsent, { limit: Math.max(0, free), price: ledger.priorityFee.current() });
  };

  const isPatient = (round: RoundInHand): boolean =>
    patience === undefined && (round.mayWait || hand.isTaking()) && monotonicMs() < endOfWaitMs(round);

  /** What does not fill a transaction waits while others are being claimed, and longer when it may. */
  const sendPacks = (unsent: readonly RoundInHand[], { limit, price }: { readonly limit: number; readonly price: bigint }): void => {
    const newDraft = () => createTransactionDraft({ payer: gatewayAuthority, hasPrice: price > 0n });
    const rows = unsent.map((round) => ({ round, footprint: round.proof.footprint, goesAlone: goesAlone(round) }));
    let left = unsent.length;
    for (const pack of packRows(rows, { newDraft, limit })) {
      const rounds = pack.rows.map(({ round }) => round);
      left -= rounds.length;
      if (!pack.isFull && rounds.every((round) => isPatient(round))) {
        for (const round of rounds) round.isWaiting = !isOutdated;
        continue;
      }
      packsBegun += 1;
      write(rounds, () => sendPack(deps, rounds, price).finally(() => (packsBegun -= 1)));
    }
    hasHeldBack ||= left > 0;
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
    if (patience !== undefined) return POLL_MS;
    const rounds = hand.rounds();
    if (rounds.some(({ isWaiting }) => !isWaiting)) return POLL_MS;
    return Math.max(0, Math.min(...rounds.map(endOfWaitMs)) - monotonicMs());
  };
  const lookAtAll = (): void => {
    isOutdated = true;
    for (const round of hand.rounds()) round.isWaiting = false;
    alarm.ring();
  };
  const running = run();

  return {
    room: () => (standing.isUp('ledger') ? hand.room() : 0),
    untilRoom: (rounds) => hand.untilRoom(rounds),
    async take(roundIds, purpose, { mayWait = false } = {}) {
      if (patience !== undefined) return 0;
      // A fee that has grown old is renewed while these rounds are claimed and read.
      void ledger.priorityFee.refresh();
      const taken = await takeRounds(deps, hand, { roundIds, purpose, mayWait });
      lookAtAll();
      return taken;
    },
    async close(signal) {
      patience = signal;
      lookAtAll();
      const impatient = new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), { once: true });
      });
      // A look that hangs is not waited for: what is in hand goes back.
      await Promise.race([running, impatient]);
      alarm.ring();
      giveBackUnread('the worker that had it in hand has stopped', true);
      await Promise.all(writing);
      metrics.inHand.set(0);
    },
  };
}

function endOfWaitMs({ takenAtMs }: RoundInHand): number {
  return takenAtMs + LONGEST_WAIT_MS;
}

/** Broadcasts without an answer; rounds that were sent together hold the same transaction. */
function unansweredOf(rounds: readonly RoundInHand[]): number {
  const transactions = new Set(rounds.map(({ transaction }) => transaction));
  return [...transactions].reduce((count, transaction) => count + (transaction?.unanswered ?? 0), 0);
}

function givingBack(reason: string): OwnAction {
  return { kind: 'giveBack', reason, retryAfterMs: GIVEN_BACK_RETRY_MS, refusal: null };
}

const NO_FACTS: RoundFacts = {
  receipt: 'absent',
  slot: 0,
  recipientFault: null,
  figures: [],
  statuses: new Map(),
  finalizedHeight: null,
  isWindowClosed: null,
  isWindowLongClosed: null,
};
