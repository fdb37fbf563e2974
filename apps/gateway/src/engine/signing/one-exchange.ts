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
import { isDecidedBySet } from '@oracle-gateway/protocol/internal';
import { IN_ADVANCE } from '@oracle-gateway/schnorr/signing';
import { aggregate, type AttemptOutcome } from './aggregate-signature.js';
import { type Decision, type NodeObservation, valueAt } from '../observing/observation.js';

interface DrawnNodes {
  readonly round: AdmittedRound;
  readonly eligible: readonly RoundNode[];
}

/**
 * Exactly a quorum of the eligible nodes, ascending by index, each with a commitment that it gave in advance. Null when too few have one.
 * Null where a set decides too: a signer needs the others' observations before it can sign (docs/protocol.md#observation). Nodes that committed to one point
 * are told to `reportFault`, all of them, and others drawn in their place: honest co-signers would refuse to sign beside them.
 */
export function designateSigners(
  { round, eligible, reportFault }: DrawnNodes & { readonly reportFault: (fault: NodeCallContext) => void },
  { nodes, curve: { randomBytes } }: RoundPorts,
): readonly RoundSigner[] | null {
  const { stock } = nodes;
  if (isDecidedBySet(round.subject)) return null;
  const vantage = vantageOf(round);
  const rankOf = (index: number): number => Number(isDoubtful(index, vantage, nodes));
  let stocked = eligible.filter((node) => stock.has(node));
  while (stocked.length >= round.signaturesRequired) {
    const chosen = drawNodes(stocked, round.signaturesRequired, { rankOf, randomBytes });
    const designated: RoundSigner[] = [];
    for (const node of chosen) {
      const nonce = stock.take(node);
      if (nonce === null) return null;
      designated.push({ node, nonce });
    }
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
 * The nodes to ask at the beginning, the designated signers first. The spares are not among them where the designated signers will do without: none of them failed or was late
 * lately, and the source has not given nodes different values. A spare that is asked last for this source is asked along once in a while.
 */
export function askedFirst(
  { round, eligible, designated }: DrawnNodes & { readonly designated: readonly RoundSigner[] | null },
  { nodes }: RoundPorts,
): readonly RoundNode[] {
  if (designated === null) return eligible;
  const vantage = vantageOf(round);
  const first: RoundNode[] = [];
  let asksAll = nodes.unstable.has(round.subject.sourceId);
  for (const { node } of designated) {
    asksAll ||= isDoubtful(node.index, vantage, nodes);
    first.push(node);
  }
  for (const node of eligible) {
    if (!first.includes(node) && (asksAll || nodes.peers.takeProbe(vantage, node.index))) first.push(node);
  }
  return first;
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
 * Signing in the exchange that observes (docs/protocol.md#one-exchange): the designated signers answer with value and partial signature, and where all values are
 * equal the sum is the round's signature. It ends as soon as that cannot come about any more. When a signer is late the spares are asked
 * too, and it ends when there is a quorum without the late one.
 */
export async function signInOneExchange(run: OneExchange, askSpares: () => void, ports: RoundPorts): Promise<OneExchangeOutcome> {
  const { round, designated, board, rule } = run;
  const { monotonicMs } = ports.clock;
  const beganAtMs = monotonicMs();
  let timer: NodeJS.Timeout | undefined;
  let goOff = (): void => undefined;
  const lateness = new Promise<'late'>((resolve) => {
    goOff = () => resolve('late');
  });
  let isOneLate = false;
  let late: readonly number[] = [];
  try {
    for (;;) {
      const answers = answersOf(run);
      const { value } = answers;
      if (value !== null && answers.signed.length === designated.length) return conclude(run, value, answers, ports);
      if (isHopeless(run, answers)) break;
      if (isOneLate) {
        askSpares();
        const ruleInput = {
          arrived: board.arrived,
          outstanding: board.outstanding(),
          excluded: new Set<number>(),
          quorum: round.signaturesRequired,
        };
        if (rule.decide(ruleInput, null) !== null) {
          // A failure would have ended the wait.
          late = answers.missing.map(({ node }) => node.index);
          break;
        }
        await board.next();
      } else {
        if (board.arrived.length > 0) timer ??= setTimeout(goOff, patienceMs(monotonicMs() - beganAtMs, answers.missing, ports));
        isOneLate = (await Promise.race([board.next(), lateness])) === 'late';
      }
    }
  } finally {
    clearTimeout(timer);
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
  let usualMs = MAX_PATIENCE_MS;
  for (const { node } of others) usualMs = Math.min(usualMs, nodes.pace.lateAfterMs(node.index, 'observe'));
  return Math.min(MAX_PATIENCE_MS, Math.max(firstAnswerMs, usualMs - firstAnswerMs));
}

/** Answers of the designated signers so far, in the order of the signers. */
interface Answers {
  /** Null: no node has signed. */
  readonly value: string | null;
  /** Observations that came with a partial signature, all of one value. */
  readonly signed: readonly NodeObservation[];
  /** The partial signatures of these. */
  readonly partials: readonly SignResponse[];
  /** Signers whose observation has not arrived. */
  readonly missing: readonly RoundSigner[];
}

function answersOf({ designated, board }: OneExchange): Answers {
  const signed: NodeObservation[] = [];
  const partials: SignResponse[] = [];
  const missing: RoundSigner[] = [];
  for (const signer of designated) {
    const observation = board.arrived.find(({ node }) => node.index === signer.node.index);
    if (observation === undefined) {
      missing.push(signer);
    } else if (observation.partial !== null && valueAt(observation, 0) === valueAt(signed[0] ?? observation, 0)) {
      signed.push(observation);
      partials.push(observation.partial);
    }
  }
  const [first] = signed;
  return { value: first === undefined ? null : valueAt(first, 0), signed, partials, missing };
}

/** Whether a designated signer has failed, answered without a signature, or seen another value. */
function isHopeless({ designated, board }: OneExchange, { signed, missing }: Answers): boolean {
  if (signed.length + missing.length < designated.length || board.outstanding() === 0) return true;
  return board.failures.some(({ nodeIndex }) => missing.some(({ node }) => node.index === nodeIndex));
}

function conclude(
  { round, session, designated }: OneExchange,
  value: string,
  { signed, partials }: Answers,
  ports: RoundPorts,
): OneExchangeOutcome {
  const signing = { round, session, value, setHash: EXACT_SET_HASH, attempt: IN_ADVANCE, signers: designated } as const;
  const outcome = aggregate({ answers: partials, step: 'observe' }, signing, ports);
  return outcome.ok ? { ...outcome, decision: { value, values: [value], signers: signed, set: null }, late: [] } : { ...outcome, late: [] };
}

/**
 * Drops the stock of nodes that have forgotten their commitments, as after a restart, or do not know the request. Reports nodes that have
 * forgotten without a restart. They can still sign in the second exchange, with their new commitments.
 */
function reportForgetful({ designated, board, reportFault }: OneExchange, { nodes: { stock } }: RoundPorts): void {
  for (const { node, nonce } of designated) {
    const answer = board.arrived.find((observation) => observation.node.index === node.index);
    const failure = board.failures.find(({ nodeIndex }) => nodeIndex === node.index);
    if (failure?.fault === 'refused' || failure?.fault === 'unreachable') stock.drop(node);
    const hasForgotten = answer !== undefined && answer.partial === null;
    if (hasForgotten && stock.forgotten(node, nonce) === 'again')
      reportFault({ nodeIndex: node.index, step: 'observe', fault: 'bad_answer', isProven: true });
  }
}
