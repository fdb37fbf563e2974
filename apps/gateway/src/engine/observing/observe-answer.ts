import { type ObserveResponse, readObservation } from '@oracle-gateway/node-api';
import { toHex } from '@oracle-gateway/protocol';
import { type VerifySignature, verifyObservation } from '@oracle-gateway/schnorr';
import type { AdmittedRound } from '../model/admitted-round.js';
import { NodeCallError } from '../nodes/node-call-error.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { Observation } from './observation.js';
import type { RoundSession } from '../model/round-session.js';

export interface ObserveAnswer {
  readonly answer: ObserveResponse;
  readonly node: RoundNode;
  readonly round: Pick<AdmittedRound, 'apiConfig'>;
  readonly session: Pick<RoundSession, 'sessionId'>;
  /** Whether it was asked to sign at once. */
  readonly isDesignated: boolean;
}

/**
 * The observation of an answer that is about this node and session. In tolerance mode it must be signed by the node: other nodes will not
 * take it otherwise, and one of them in the set would have the whole set refused. Throws a {@link NodeCallError} `bad_answer`.
 */
export function readObserveAnswer(
  { answer, node, round, session, isDesignated }: ObserveAnswer,
  deps: { readonly verify: VerifySignature },
): Observation {
  const { index, value, observedAtMs, signature } = answer;
  const isTolerance = round.apiConfig.aggregation !== undefined;
  const isAnswered = index === node.index && answer.sessionId === toHex(session.sessionId) && (signature !== undefined) === isTolerance;
  if (!isAnswered) throw badAnswer(node);
  const toSign = readPartialOrNonces(answer, { node, isDesignated });
  if (signature === undefined) return { node, value, signed: null, ...toSign };
  const signed = { index, value, observedAtMs, signature };
  const { sessionId } = session;
  if (!verifyObservation({ sessionId, publicKey: node.publicKey, observation: readObservation(signed) }, deps)) throw badAnswer(node);
  return { node, value, signed, ...toSign };
}

/** One of them and not the other, and a partial signature of those alone who were asked for it: only of them is there a commitment. */
function readPartialOrNonces(
  { partial, groupCommitment, nonces }: ObserveResponse,
  { node, isDesignated }: Pick<ObserveAnswer, 'node' | 'isDesignated'>,
): Pick<Observation, 'partial' | 'nonces'> {
  if (partial === undefined && groupCommitment === undefined && nonces !== undefined) return { partial: null, nonces };
  if (isDesignated && partial !== undefined && groupCommitment !== undefined && nonces === undefined) {
    return { partial: { partial, groupCommitment }, nonces: null };
  }
  throw badAnswer(node);
}

function badAnswer(node: RoundNode): NodeCallError {
  return new NodeCallError({ nodeIndex: node.index, step: 'observe', fault: 'bad_answer', isProven: true });
}
