import { verifyPartial } from '@oracle-gateway/schnorr/signing';
import { fromHex, toHex } from '@oracle-gateway/protocol';
import type { DatedRound } from '../admission/admitted-round.js';
import { type NodeCallContext, NodeCallError } from '../nodes/node-call-error.js';
import type { NodeClient } from '../nodes/node-client.js';
import { aggregate, type AggregateDeps, type AttemptOutcome, EXACT_SET_HASH, prepareSigning, type Signing } from './aggregate-signature.js';
import type { Fix, Observation } from './observation.js';
import type { RoundSession } from './round-session.js';

export interface SigningAttempt {
  readonly round: DatedRound;
  readonly session: RoundSession;
  readonly fix: Fix;
  readonly attempt: 0 | 1;
  readonly signal: AbortSignal;
}

/** An attempt whose signers have been asked. */
export interface AttemptUnderWay {
  readonly outcome: Promise<AttemptOutcome>;
  /** Signers of whom no good partial signature is there: late, failed or bad. Checking costs a curve operation for each that is there. */
  unfit(): ReadonlySet<number>;
  /** Resolves when the next partial signature arrives. */
  arrival(): Promise<'arrival'>;
}

export interface SigningDeps extends AggregateDeps {
  readonly client: Pick<NodeClient, 'sign'>;
  readonly signDeadlineMs: number;
}

/**
 * One attempt in the second exchange (protocol §4, steps 3 and 4): all signers at once. Its outcome waits for every signer, so that all bad
 * nodes are known before the last attempt.
 */
export function startSigning(input: SigningAttempt, deps: SigningDeps): AttemptUnderWay {
  const { signers } = input.fix;
  const partials = new Map<number, Uint8Array>();
  const waiting: (() => void)[] = [];
  const answers = signers.map(async (signer) => {
    const answer = await askForPartial(signer, input, deps);
    if (!(answer instanceof Uint8Array)) return answer;
    partials.set(signer.node.index, answer);
    for (const tell of waiting.splice(0)) tell();
    return answer;
  });
  // Preparing costs curve operations; the nodes are computing meanwhile.
  const signing = signingOf(input);
  const prepared = prepareSigning(signing, deps);
  const isGood = (nodeIndex: number): boolean => {
    const partial = partials.get(nodeIndex);
    return partial !== undefined && 'session' in prepared && verifyPartial(prepared.session, nodeIndex, partial);
  };
  return {
    outcome: Promise.all(answers).then((all) => conclude(prepared, all, signing, deps)),
    unfit: () => new Set(signers.map(({ node }) => node.index).filter((index) => !isGood(index))),
    arrival: () =>
      new Promise((resolve) => {
        waiting.push(() => {
          resolve('arrival');
        });
      }),
  };
}

function conclude(
  prepared: ReturnType<typeof prepareSigning>,
  answers: readonly (Uint8Array | NodeCallContext)[],
  signing: Signing,
  deps: SigningDeps,
): AttemptOutcome {
  if ('fault' in prepared) return { ok: false, faults: [prepared.fault] };
  const faults = answers.flatMap((answer) => (answer instanceof Uint8Array ? [] : [answer]));
  if (faults.length > 0) return { ok: false, faults };
  const partials = answers.flatMap((answer) => (answer instanceof Uint8Array ? [answer] : []));
  return aggregate({ prepared: prepared.session, partials, step: 'sign' }, signing, deps);
}

async function askForPartial(signer: Observation, input: SigningAttempt, deps: SigningDeps): Promise<Uint8Array | NodeCallContext> {
  const { fix, attempt, session, signal } = input;
  const request = {
    sessionId: toHex(session.sessionId),
    attempt,
    value: fix.value,
    signers: fix.signers.map(({ node, nonces }) => ({ index: node.index, ...nonces[attempt] })),
    ...(fix.set === null ? {} : { observationSet: fix.set.hex }),
  };
  try {
    const { partial } = await deps.client.sign(signer.node, request, { deadlineMs: deps.signDeadlineMs, signal });
    return fromHex(partial, 32);
  } catch (error) {
    if (error instanceof NodeCallError) return error.context;
    throw error;
  }
}

function signingOf({ round, session, fix, attempt }: SigningAttempt): Signing {
  const signers = fix.signers.map(({ node, nonces }) => ({ node, nonce: nonces[attempt] }));
  return { round, session, value: fix.value, setHash: fix.set?.hash ?? EXACT_SET_HASH, attempt, signers };
}
