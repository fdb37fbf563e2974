import { IN_ADVANCE } from '@oracle-gateway/schnorr/signing';
import { fromHex } from '@oracle-gateway/protocol';
import type { DatedRound } from '../admission/admitted-round.js';
import {
  aggregate,
  type AggregateDeps,
  type AttemptOutcome,
  EXACT_SET_HASH,
  prepareSigning,
  type Signer,
  type Signing,
} from './aggregate-signature.js';
import type { InAdvance } from './named-signers.js';
import type { Fix, Observation } from './observation.js';
import type { ObservationBoard } from './observation-board.js';
import type { RoundSession } from './round-session.js';
import type { ValueRule } from './value-rule.js';

/** The longest time for which a quorum waits for a signer, once it could go on without it. */
const MAX_PATIENCE_MS = 250;

export interface OneExchange {
  readonly round: DatedRound;
  readonly session: RoundSession;
  /** Ascending by index. */
  readonly named: readonly Signer[];
  readonly board: ObservationBoard;
  readonly rule: ValueRule;
}

export interface OneExchangeDeps extends AggregateDeps {
  readonly monotonicMs: () => number;
}

/** A signature of the named signers, or why the round goes on in two exchanges: the nodes at fault, if any is. */
export type OneExchangeOutcome = (Extract<AttemptOutcome, { ok: true }> & { readonly fix: Fix }) | Extract<AttemptOutcome, { ok: false }>;

const GO_ON: OneExchangeOutcome = { ok: false, faults: [] };

/**
 * Signing in the exchange that observes (protocol §4): the named signers answer with value and partial signature, and where all values are
 * equal the sum is the round's signature. It ends as soon as that cannot come about any more. For a signer that is late it waits, once
 * the others make a quorum without it, as long again as that took: about what a second exchange would cost.
 */
export async function signInOneExchange(input: OneExchange, inAdvance: InAdvance, deps: OneExchangeDeps): Promise<OneExchangeOutcome> {
  const { round, named, board, rule } = input;
  const patience = createPatience(deps);
  let prepared: Prepared | null = null;
  try {
    for (;;) {
      const signed = signedAlike(input);
      const [first] = signed;
      // Preparing costs curve operations; the other nodes are still at it.
      if (first !== undefined) prepared ??= prepare(input, first.value, deps);
      if (prepared !== null && signed.length === named.length) return conclude(prepared, signed, inAdvance, deps);
      if (patience.isOver() || isHopeless(input, signed)) break;
      const standing = { arrived: board.arrived, excluded: new Set<number>(), quorum: round.signaturesRequired };
      if (rule.decide(standing, null) !== null) patience.start();
      await Promise.race([board.next(), patience.over]);
    }
  } finally {
    patience.stop();
  }
  noteAbsent(input, { isLate: patience.isOver() }, inAdvance);
  return GO_ON;
}

interface Prepared {
  readonly signing: Signing;
  readonly result: ReturnType<typeof prepareSigning>;
}

function prepare({ round, session, named }: OneExchange, value: string, deps: OneExchangeDeps): Prepared {
  const signing = { round, session, value, setHash: EXACT_SET_HASH, attempt: IN_ADVANCE, signers: named } as const;
  return { signing, result: prepareSigning(signing, deps) };
}

function conclude(
  { signing, result }: Prepared,
  signed: readonly SignedObservation[],
  { punctuality }: InAdvance,
  deps: OneExchangeDeps,
): OneExchangeOutcome {
  for (const { node } of signed) punctuality.recordSuccess(node.index);
  if ('fault' in result) return { ok: false, faults: [result.fault] };
  const inOrder = [...signed].sort((a, b) => a.node.index - b.node.index);
  const partials = inOrder.map(({ partial }) => fromHex(partial, 32));
  const outcome = aggregate({ prepared: result.session, partials, step: 'observe' }, signing, deps);
  return outcome.ok ? { ...outcome, fix: { value: signing.value, signers: inOrder, set: null } } : outcome;
}

type SignedObservation = Observation & { readonly partial: string };

/** Of the named signers those who have signed what the first of them signed, in order of arrival. */
function signedAlike({ named, board }: OneExchange): readonly SignedObservation[] {
  const signed = board.arrived.filter(
    (observation): observation is SignedObservation => observation.partial !== undefined && isNamed(named, observation.node.index),
  );
  return signed.filter(({ value }) => value === signed[0]?.value);
}

/** Whether a named signer has failed, answered without a signature, or seen another value. */
function isHopeless({ named, board }: OneExchange, signed: readonly SignedObservation[]): boolean {
  const arrived = board.arrived.filter(({ node }) => isNamed(named, node.index));
  const isOneMissing = board.failures.some(({ nodeIndex }) => isNamed(named, nodeIndex)) || arrived.length > signed.length;
  return isOneMissing || board.outstanding() === 0;
}

function isNamed(named: readonly Signer[], index: number): boolean {
  return named.some(({ node }) => node.index === index);
}

/** What the next rounds should know of signers that did not sign. */
function noteAbsent({ named, board }: OneExchange, { isLate }: { readonly isLate: boolean }, { stock, punctuality }: InAdvance): void {
  for (const { node } of named) {
    const answer = board.arrived.find((observation) => observation.node.index === node.index);
    const failure = board.failures.find(({ nodeIndex }) => nodeIndex === node.index);
    if (isLate && answer === undefined && failure === undefined) punctuality.recordFailure(node.index);
    // It has forgotten what it committed to, as after a restart, or does not know the request.
    const hasForgotten = answer !== undefined && answer.partial === undefined;
    if (hasForgotten || failure?.fault === 'refused' || failure?.fault === 'unreachable') stock.drop(node);
  }
}

interface Patience {
  readonly over: Promise<void>;
  isOver(): boolean;
  /** Begins to count, once. */
  start(): void;
  stop(): void;
}

/** As long again as it took until it was started, counted from here. */
function createPatience({ monotonicMs }: Pick<OneExchangeDeps, 'monotonicMs'>): Patience {
  const beganAtMs = monotonicMs();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    over,
    isOver: () => isOver,
    start() {
      timer ??= setTimeout(
        () => {
          isOver = true;
          end();
        },
        Math.min(monotonicMs() - beganAtMs, MAX_PATIENCE_MS),
      );
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
