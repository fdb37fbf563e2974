import { GatewayError, TransportError, UnknownOutcomeError } from '../base/errors.js';
import { memberOf, textOf } from '../base/json.js';
import type { AccountIo } from './account.js';

/** Outcome of a round whose answer was lost. */
export type RoundOutcome =
  /** It was served: this is the answer. */
  | { readonly kind: 'served'; readonly answer: unknown }
  /** Its identity is used up, and nothing is charged. */
  | { readonly kind: 'not-served' }
  /** The gateway has no record of it. */
  | { readonly kind: 'absent' };

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;
/** Longer than a round takes and a reservation lasts. */
const PATIENCE_MS = 45_000;
const MAX_FAILURES = 8;

/**
 * Looks a round up until it has an end.
 *
 * @param deps `authorize`: the value of `Authorization` that shows a private result
 * @throws UnknownOutcomeError when the gateway does not tell in time; the signal's reason when it aborts
 */
export async function lookUp(
  deps: Pick<AccountIo, 'gateway' | 'wait' | 'random' | 'clock'> & { readonly authorize: () => Promise<string> },
  input: { readonly roundId: string; readonly signal?: AbortSignal | undefined },
): Promise<RoundOutcome> {
  const { roundId, signal } = input;
  const path = `/v1/rounds/${encodeURIComponent(roundId)}`;
  const startMs = deps.clock.now();
  /** The result is private: it is shown to its requester. */
  let isPrivate = false;
  let failures = 0;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
    try {
      const headers = isPrivate ? { authorization: await deps.authorize() } : {};
      const { body } = await deps.gateway.ask({ method: 'GET', path, headers, signal });
      const data = memberOf(body, 'data');
      if (!isPrivate && memberOf(data, 'private') === true) {
        isPrivate = true;
        continue;
      }
      const outcome = outcomeIn(data);
      if (outcome !== undefined) return outcome;
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'round_not_found') return { kind: 'absent' };
      if (!(error instanceof GatewayError || error instanceof TransportError)) throw error;
      failures += 1;
      if (failures >= MAX_FAILURES) throw new UnknownOutcomeError({ roundId }, { cause: error });
    }
    if (deps.clock.now() - startMs > PATIENCE_MS) throw new UnknownOutcomeError({ roundId });
    await deps.wait(waitMs * (1 + deps.random()), signal);
  }
}

/** Undefined while the round is under way. */
function outcomeIn(data: unknown): RoundOutcome | undefined {
  const answer = memberOf(data, 'result');
  if (answer !== undefined) return { kind: 'served', answer };
  const state = textOf(memberOf(data, 'state'));
  return state === 'failed' || state === 'expired' || state === 'unpaid' ? { kind: 'not-served' } : undefined;
}
