import { GatewayError, NotSettledError, type Round, UnknownOutcomeError } from '@oracle-gateway/client';
import type { OpenOutcome } from './round-request.js';

/** States in which a round will not be charged any more. */
const OVER: ReadonlySet<string> = new Set(['failed', 'expired', 'lapsed', 'unpaid']);

/**
 * Finds out what became of a round. It asks for no other round, and pays nothing.
 *
 * @param input `onOver`: hears that the round is over and another one may be asked for
 * @throws UnknownOutcomeError while it is still not known; NotSettledError when the round was not served
 */
export async function lookUpRound(
  { request, roundId, paymentId }: OpenOutcome,
  { signal, onOver }: { readonly signal: AbortSignal; readonly onOver: () => void },
): Promise<Round> {
  const { identity, source, quorum } = request;
  if (paymentId !== undefined && identity.lookUp !== undefined) {
    const secrets = request.secrets();
    return identity.lookUp(source, { quorum, paymentId, signal, ...(secrets === undefined ? {} : { secrets }) });
  }
  const unknown = new UnknownOutcomeError({ ...(roundId === undefined ? {} : { roundId }) });
  if (roundId === undefined) throw unknown;
  const { client, feedOwner } = identity;
  const status = await client.roundStatus(roundId, { signal }).catch((error: unknown) => {
    // A round that the gateway never reserved is not known to it.
    if (error instanceof GatewayError && error.code === 'round_not_found') onOver();
    throw error;
  });
  if (OVER.has(status.state)) {
    onOver();
    throw new NotSettledError(roundId, status.state, status.reason);
  }
  if (status.result === undefined) throw unknown;
  const verified = await client.verify(status.result, { source, quorum, owner: feedOwner }, { signal });
  return { ...verified, roundId, answer: status.result, settled: () => Promise.reject(new UnknownOutcomeError({ roundId })) };
}
