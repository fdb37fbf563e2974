import { nodesWithSharedPoints, type SignResponse } from '@oracle-gateway/node-api';
import type { AdmittedRound } from '../model/admitted-round.js';
import type { RoundPorts } from '../model/round-ports.js';
import type { NodeCallContext } from '../nodes/node-call-error.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { Vantage } from '../nodes/peer-record.js';
import type { RoundSigner, RoundRun } from '../observing/round-run.js';
import { drawNodes } from '../model/round-nodes.js';
import { vantageOf } from '../nodes/peer-record.js';
import { EXACT_SET_HASH } from '@oracle-gateway/protocol';
import { IN_ADVANCE } from '@oracle-gateway/schnorr/signing';
import { aggregate, type AttemptOutcome } from './aggregate-signature.js';
import type { Decision, NodeObservation } from '../observing/observation.js';

interface DrawnNodes {
  readonly round: AdmittedRound;
  readonly eligible: readonly RoundNode[];
}

/**
 * Exactly a quorum of the eligible nodes, ascending by index, each with a commitment that it gave in advance. Null when too few have one.
 * Null in tolerance mode too: a signer needs the others' observations before it can sign (protocol §3). Nodes that committed to one point
 * are told to `reportFault`, all of them, and others drawn in their place: honest co-signers would refuse to sign beside them.
 */
export function designateSigners(
  { round, eligible, reportFault }: DrawnNodes & { readonly reportFault: (fault: NodeCallContext) => void },
  { nodes, curve: { randomBytes } }: RoundPorts,
): readonly RoundSigner[] | null {
  const { stock } = nodes;
  if (stock === null || round.apiConfig.aggregation !== undefined) return null;
  const vantage = vantageOf(round);
  const rankOf = (index: number): number => Number(isDoubtful(index, vantage, nodes));
  let stocked = eligible.filter((node) => stock.has(node));
  while (stocked.length >= round.signaturesRequired) {
    const chosen = drawNodes(stocked, round.signaturesRequired, { rankOf, randomBytes });
    const designated = chosen.flatMap((node) => {
      const nonce = stock.take(node);
      return nonce === null ? [] : [{ node, nonce }];
    });
    if (designated.length !== chosen.length) return null;
    const guilty = nodesWithSharedPoints(designated);
    if (guilty.size === 0) return designated;
    for (const node of chosen.filter(({ index }) => guilty.has(index))) {
      stock.drop(node);
      reportFault({ nodeIndex: node.index, step: 'commit', fault: 'bad_answer', isProven: true });
    }
    stocked = stocked.filter(({ index }) => !guilty.has(index));
  }
  return null;
}

/**
 * The nodes to ask at the beginning. The spares are not among them where the designated signers will do without: none of them failed or was late
 * lately, and the source has not given nodes different values. A spare that is asked last for this source is asked along once in a while.
 */
export function askedFirst(
  { round, eligible, designated }: DrawnNodes & { readonly designated: readonly RoundSigner[] | null },
  { nodes }: RoundPorts,
): readonly RoundNode[] {
  if (designated === null || nodes.unstable.has(round.sourceId)) return eligible;
  const vantage = vantageOf(round);
  if (designated.some(({ node }) => isDoubtful(node.index, vantage, nodes))) return eligible;
  const signers = designated.map(({ node }) => node);
  return [...signers, ...eligible.filter((node) => !signers.includes(node) && nodes.peers.takeProbe(vantage, node.index))];
}

function isDoubtful(index: number, vantage: Vantage, { health, peers }: RoundPorts['nodes']): boolean {
  return health.isFailing(index) || peers.isLate(vantage, index) || peers.isAskedLast(vantage, index);
}

/** The longest time for which the others are waited for without the spares, once one node has answered. */
const MAX_PATIENCE_MS = 250;

/** A run whose designated signers are known. */
export interface OneExchange extends RoundRun {
  /** Ascending by index. */
  readonly designated: readonly RoundSigner[];
}

/** A signature of the designated signers, or why the round goes on in two exchanges: the nodes at fault, if any is. */
export type OneExchangeOutcome = (
  | (Extract<AttemptOutcome, { ok: true }> & { readonly decision: Decision })
  | Extract<AttemptOutcome, { ok: false }>
) & {
  /** Designated signers that the round does not wait for any longer. */
  readonly late: readonly number[];
};

/**
 * Signing in the exchange that observes (protocol §4): the designated signers answer with value and partial signature, and where all values are
 * equal the sum is the round's signature. It ends as soon as that cannot come about any more. When a signer is late the spares are asked
 * too, and it ends when there is a quorum without the late one.
 */
export async function signInOneExchange(run: OneExchange, askSpares: () => void, ports: RoundPorts): Promise<OneExchangeOutcome> {
  const { round, designated, board, rule } = run;
  const { monotonicMs } = ports.clock;
  const beganAtMs = monotonicMs();
  const lateness = createCountdown();
  let late: readonly number[] = [];
  try {
    for (;;) {
      const signed = signedAlike(run);
      const [first] = signed;
      if (first !== undefined && signed.length === designated.length) {
        return conclude(run, { value: first.value, signed }, ports);
      }
      if (isHopeless(run, signed)) break;
      if (lateness.hasGoneOff()) {
        askSpares();
        const ruleInput = { arrived: board.arrived, excluded: new Set<number>(), quorum: round.signaturesRequired };
        if (rule.decide(ruleInput, null) !== null) {
          // A failure would have ended the wait.
          late = missing(run).map(({ node }) => node.index);
          break;
        }
        await board.next();
      } else {
        if (board.arrived.length > 0) lateness.set(patienceMs(monotonicMs() - beganAtMs, missing(run), ports));
        await Promise.race([board.next(), lateness.goneOff]);
      }
    }
  } finally {
    lateness.stop();
  }
  reportForgetful(run, ports);
  return { ok: false, faults: [], late };
}

/**
 * Milliseconds that the round waits for the others once the first has answered: until one of them is later than 95 of 100 answers of its
 * peers, and at least as long again as the first took. The source may be slow. Each node has its own measure, so one that is always slow is
 * no measure for the others.
 */
function patienceMs(firstAnswerMs: number, others: readonly RoundSigner[], { nodes }: RoundPorts): number {
  const usualMs = Math.min(MAX_PATIENCE_MS, ...others.map(({ node }) => nodes.pace.lateAfterMs(node.index, 'observe')));
  return Math.min(MAX_PATIENCE_MS, Math.max(firstAnswerMs, usualMs - firstAnswerMs));
}

/** The designated signers that have not answered. */
function missing({ designated, board }: OneExchange): readonly RoundSigner[] {
  return designated.filter(({ node }) => !board.arrived.some((observation) => observation.node.index === node.index));
}

function conclude(
  { round, session, designated }: OneExchange,
  { value, signed }: { readonly value: string; readonly signed: readonly SignedObservation[] },
  ports: RoundPorts,
): OneExchangeOutcome {
  const signers = [...signed].sort((a, b) => a.node.index - b.node.index);
  const signing = { round, session, value, setHash: EXACT_SET_HASH, attempt: IN_ADVANCE, signers: designated } as const;
  const outcome = aggregate({ answers: signers.map(({ partial }) => partial), step: 'observe' }, signing, ports);
  return outcome.ok ? { ...outcome, decision: { value, signers, set: null }, late: [] } : { ...outcome, late: [] };
}

type SignedObservation = NodeObservation & { readonly partial: SignResponse };

/** The designated signers that signed the same value as the first one, in order of arrival. */
function signedAlike({ designated, board }: OneExchange): readonly SignedObservation[] {
  const signed = board.arrived.filter(
    (observation): observation is SignedObservation => observation.partial !== null && isDesignated(designated, observation.node.index),
  );
  return signed.filter(({ value }) => value === signed[0]?.value);
}

/** Whether a designated signer has failed, answered without a signature, or seen another value. */
function isHopeless({ designated, board }: OneExchange, signed: readonly SignedObservation[]): boolean {
  const arrived = board.arrived.filter(({ node }) => isDesignated(designated, node.index));
  const isOneMissing = board.failures.some(({ nodeIndex }) => isDesignated(designated, nodeIndex)) || arrived.length > signed.length;
  return isOneMissing || board.outstanding() === 0;
}

function isDesignated(designated: readonly RoundSigner[], index: number): boolean {
  return designated.some(({ node }) => node.index === index);
}

/**
 * Drops the stock of nodes that have forgotten their commitments, as after a restart, or do not know the request. Reports nodes that have
 * forgotten without a restart. They can still sign in the second exchange, with their new commitments.
 */
function reportForgetful({ designated, board, reportFault }: OneExchange, { nodes: { stock } }: RoundPorts): void {
  for (const { node, nonce } of designated) {
    const answer = board.arrived.find((observation) => observation.node.index === node.index);
    const failure = board.failures.find(({ nodeIndex }) => nodeIndex === node.index);
    if (failure?.fault === 'refused' || failure?.fault === 'unreachable') stock?.drop(node);
    const hasForgotten = answer !== undefined && answer.partial === null;
    if (hasForgotten && stock?.forgotten(node, nonce) === 'again')
      reportFault({ nodeIndex: node.index, step: 'observe', fault: 'bad_answer', isProven: true });
  }
}

interface Countdown {
  readonly goneOff: Promise<void>;
  hasGoneOff(): boolean;
  /** The first time counts. */
  set(ms: number): void;
  stop(): void;
}

function createCountdown(): Countdown {
  let hasGoneOff = false;
  let timer: NodeJS.Timeout | undefined;
  let goOff = (): void => undefined;
  const goneOff = new Promise<void>((resolve) => {
    goOff = () => {
      hasGoneOff = true;
      resolve();
    };
  });
  return {
    goneOff,
    hasGoneOff: () => hasGoneOff,
    set(ms) {
      timer ??= setTimeout(goOff, ms);
    },
    stop: () => clearTimeout(timer),
  };
}
