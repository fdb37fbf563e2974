import { type ObserveResponse, readObservation } from '@oracle-gateway/node-api';
import { toHex } from '@oracle-gateway/protocol';
import { type VerifySignature, verifyObservation } from '@oracle-gateway/schnorr';
import type { AdmittedRound } from '../admission/admitted-round.js';
import { NodeCallError } from '../nodes/node-call-error.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { Observation } from './observation.js';
import type { RoundSession } from './round-session.js';

export interface ObserveAnswer {
  readonly answer: ObserveResponse;
  readonly node: RoundNode;
  readonly round: Pick<AdmittedRound, 'apiConfig'>;
  readonly session: Pick<RoundSession, 'sessionId'>;
}

/**
 * The observation of an answer that is about this node and session. In tolerance mode it must be signed by the node: other nodes will not
 * take it otherwise, and one of them in the set would have the whole set refused. Throws a {@link NodeCallError} `bad_answer`.
 */
export function readObserveAnswer(
  { answer, node, round, session }: ObserveAnswer,
  deps: { readonly verify: VerifySignature },
): Observation {
  const { index, value, observedAtMs, signature, nonces, partial } = answer;
  const isTolerance = round.apiConfig.aggregation !== undefined;
  const isAnswered = index === node.index && answer.sessionId === toHex(session.sessionId) && (signature !== undefined) === isTolerance;
  if (!isAnswered) throw badAnswer(node);
  if (signature === undefined) return { node, value, signed: null, nonces, ...(partial === undefined ? {} : { partial }) };
  const signed = { index, value, observedAtMs, signature };
  const { sessionId } = session;
  if (!verifyObservation({ sessionId, publicKey: node.publicKey, observation: readObservation(signed) }, deps)) throw badAnswer(node);
  return { node, value, signed, nonces };
}

function badAnswer(node: RoundNode): NodeCallError {
  return new NodeCallError({ nodeIndex: node.index, step: 'observe', fault: 'bad_answer' });
}
