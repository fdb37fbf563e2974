import { nodesWithSharedPoints, type SignResponse } from '@oracle-gateway/node-api';
import { EXACT_SET_HASH, toHex } from '@oracle-gateway/protocol';
import { type NodeCallContext, NodeCallError } from '../nodes/node-call-error.js';
import type { RoundPorts } from '../model/round-ports.js';
import type { RoundRun, RoundSigner } from '../observing/round-run.js';
import { aggregate, type AttemptOutcome, isGoodAnswer, prepareSigning, type Signing } from './aggregate-signature.js';
import type { Decision } from '../observing/observation.js';

export interface SigningAttempt {
  readonly decision: Decision;
  readonly attempt: 0 | 1;
}

/** An attempt whose signers have been asked. */
export interface AttemptUnderWay {
  readonly outcome: Promise<AttemptOutcome>;
  /** Signers that have neither answered nor failed. */
  unanswered(): ReadonlySet<number>;
  /** Signers without a good partial signature: late, failed or bad. Checking costs curve operations. */
  unfit(): ReadonlySet<number>;
  /** Resolves when the next partial signature arrives. */
  arrival(): Promise<'arrival'>;
}

/**
 * One attempt in the second exchange (docs/protocol.md#signing-session): all signers at once. Its outcome waits for every signer, so that all bad
 * nodes are known before the last attempt.
 */
export function startSigning(run: RoundRun, input: SigningAttempt, ports: RoundPorts): AttemptUnderWay {
  const signing = signingOf(run, input, ports);
  if ('faults' in signing) return attemptWithout(signing.faults);
  const answered = new Map<number, SignResponse>();
  const unanswered = new Set(signing.signers.map(({ node }) => node.index));
  const waiting: (() => void)[] = [];
  let prepared: ReturnType<typeof prepareSigning> | null = null;
  const answers = signing.signers.map(async (signer) => {
    const answer = await askForPartial(signer, { run, signing, input }, ports);
    unanswered.delete(signer.node.index);
    if ('fault' in answer) return answer;
    answered.set(signer.node.index, answer);
    for (const tell of waiting.splice(0)) tell();
    return answer;
  });
  return {
    outcome: Promise.all(answers).then((all) => conclude(all, signing, ports)),
    unanswered: () => unanswered,
    unfit() {
      prepared ??= prepareSigning(signing, ports);
      // Later refusals of honest signers are not their fault.
      if ('fault' in prepared) return new Set([prepared.fault.nodeIndex]);
      const { session } = prepared;
      const isGood = (signer: RoundSigner) => isGoodAnswer(session, signer, answered.get(signer.node.index));
      return new Set(signing.signers.filter((signer) => !isGood(signer)).map(({ node }) => node.index));
    },
    arrival: () =>
      new Promise((resolve) => {
        waiting.push(() => {
          resolve('arrival');
        });
      }),
  };
}

/** An attempt that failed before any node was asked. */
function attemptWithout(faults: readonly NodeCallContext[]): AttemptUnderWay {
  return {
    outcome: Promise.resolve({ ok: false, faults }),
    unanswered: () => new Set(),
    unfit: () => new Set(faults.map(({ nodeIndex }) => nodeIndex)),
    arrival: () => new Promise(() => undefined),
  };
}

function conclude(answers: readonly (SignResponse | NodeCallContext)[], signing: Signing, ports: RoundPorts): AttemptOutcome {
  const faults = answers.filter((answer) => 'fault' in answer);
  if (faults.length === 0) return aggregate({ answers: answers.filter((answer) => 'partial' in answer), step: 'sign' }, signing, ports);
  // Honest signers refuse keys or commitments that cancel each other out; then it is not they who are at fault.
  const prepared = prepareSigning(signing, ports);
  return { ok: false, faults: 'fault' in prepared ? [prepared.fault] : faults };
}

async function askForPartial(
  { node }: RoundSigner,
  {
    run: { round, session, signal },
    signing: { value, signers },
    input: { decision, attempt },
  }: { readonly run: RoundRun; readonly signing: Signing; readonly input: SigningAttempt },
  { nodes, settings }: RoundPorts,
): Promise<SignResponse | NodeCallContext> {
  const request = {
    sessionId: toHex(session.sessionId),
    attempt,
    value,
    signers: signers.map((signer) => ({ index: signer.node.index, ...signer.nonce })),
    ...(decision.set === null ? {} : { observationSet: decision.set.hex }),
  };
  try {
    return await nodes.calls.sign(node, request, { deadlineMs: settings.signDeadlineMs, signal, roundId: round.roundId });
  } catch (error) {
    if (error instanceof NodeCallError) return error.context;
    throw error;
  }
}

/**
 * The pairs come from the observations' commitments, or from the stock for nodes that have signed at once: their process is the one that it
 * is of.
 */
function signingOf(
  { round, session }: RoundRun,
  { decision, attempt }: SigningAttempt,
  { nodes: { stock } }: RoundPorts,
): Signing | { readonly faults: readonly NodeCallContext[] } {
  const faults: NodeCallContext[] = [];
  const signers = decision.signers.flatMap(({ node, nonces }): RoundSigner[] => {
    const nonce = nonces === null ? stock.take(node) : nonces[attempt];
    if (nonce !== null) return [{ node, nonce }];
    faults.push({ nodeIndex: node.index, step: 'sign', fault: 'no_commitment' });
    return [];
  });
  // Co-signers would refuse such a session.
  const guilty = nodesWithSharedPoints(signers);
  faults.push(...[...guilty].map((nodeIndex) => ({ nodeIndex, step: 'observe', fault: 'bad_answer', isProven: true }) as const));
  if (faults.length > 0) return { faults };
  return { round, session, value: decision.value, setHash: decision.set?.hash ?? EXACT_SET_HASH, attempt, signers };
}
