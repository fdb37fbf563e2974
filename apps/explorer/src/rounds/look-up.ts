import { GatewayError, NotSettledError, UnknownOutcomeError } from '@oracle-gateway/client';
import type { AnyRound } from '../source/asked.js';
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
): Promise<AnyRound> {
  const { identity, asked, quorum } = request;
  if (paymentId !== undefined && identity.lookUp !== undefined) {
    const secrets = request.secrets();
    return identity.lookUp(asked, { quorum, paymentId, signal, ...(secrets === undefined ? {} : { secrets }) });
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
  const terms = { quorum, owner: feedOwner };
  const verified = await ('sources' in asked
    ? client.verifyValues(status.result, { ...asked, ...terms }, { signal })
    : client.verify(status.result, { ...asked, ...terms }, { signal }));
  return { ...verified, roundId, answer: status.result, settled: () => Promise.reject(new UnknownOutcomeError({ roundId })) };
}
