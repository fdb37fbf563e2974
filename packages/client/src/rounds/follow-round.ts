import { roundIsOver } from '@oracle-gateway/protocol/internal';
import type { Clock } from '../base/clock.js';
import { TransportError } from '../base/errors.js';
import { memberOf } from '../base/json.js';
import type { Wait } from '../base/wait.js';
import type { GatewayEvents } from '../http/gateway-events.js';
import { isRoundStatus } from '../reads/read-forms.js';
import type { RoundStatus } from '../reads/reads.js';

/** Streams that are opened one after the other: a gateway ends each after some minutes. */
const MAX_STREAMS = 32;
/** Events of one stream: a round has fewer states, and a settlement that the ledger loses is told anew. */
const MAX_EVENTS = 256;
const AGAIN_MS = 1_000;

interface FollowDeps {
  readonly events: GatewayEvents;
  readonly clock: Clock;
  readonly wait: Wait;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/**
 * The states of a round, as the gateway's events tell them (docs/api.md, GET /v1/rounds/{roundId}/events): each is the gateway's word. Goes
 * on with `Last-Event-ID` where a stream ends early.
 *
 * @throws TransportError when there are no events, or they are not of this round; the signal's reason when it aborts
 */
export async function* followRound(
  deps: FollowDeps,
  input: {
    readonly roundId: string;
    /** Milliseconds until the first event: it tells the round as it stands, so that it comes at once. */
    readonly beginsInMs: number;
    /** Unix milliseconds. */
    readonly endMs: number;
    readonly signal?: AbortSignal | undefined;
  },
): AsyncGenerator<RoundStatus, void, undefined> {
  const { roundId, beginsInMs, endMs, signal } = input;
  const path = `/v1/rounds/${encodeURIComponent(roundId)}/events`;
  let lastId: string | undefined;
  for (let stream = 0; stream < MAX_STREAMS; stream += 1) {
    const lifeMs = endMs - deps.clock.now();
    if (lifeMs <= 0) return;
    const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
    let count = 0;
    for await (const { id, data } of deps.events({ path, headers, beginsInMs, lifeMs, signal })) {
      count += 1;
      if (count > MAX_EVENTS) throw new TransportError('gateway', `the gateway told more than ${MAX_EVENTS} states of one round`);
      const status = statusIn(data);
      if (status?.roundId !== roundId) throw new TransportError('gateway', 'the gateway told an event that is no state of the round');
      if (/^\d{1,9}$/.test(id)) lastId = id;
      yield status;
    }
    if (lastId === undefined) throw new TransportError('gateway', 'the gateway ended a stream that told nothing');
    await deps.wait(AGAIN_MS * (0.5 + deps.random()), signal);
  }
}

/** Follows a round up to its last state. */
export async function* followToItsEnd(...call: Parameters<typeof followRound>): AsyncGenerator<RoundStatus, void, undefined> {
  for await (const status of followRound(...call)) {
    yield status;
    if (roundIsOver({ state: status.state, isFinal: memberOf(status.settlement, 'final') === true })) return;
  }
}

function statusIn(data: string): RoundStatus | undefined {
  try {
    const parsed: unknown = JSON.parse(data);
    return isRoundStatus(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
