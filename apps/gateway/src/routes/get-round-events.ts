import { setMaxListeners } from 'node:events';
import type { operations, RoundEvent } from '@oracle-gateway/gateway-api';
import type { RoundRecord } from '@oracle-gateway/outbox';
import type { Places } from '@oracle-gateway/fair-share';
import { roundIsOver, roundPosition, type RoundStanding } from '@oracle-gateway/protocol';
import { GatewayError } from '../errors/gateway-error.js';
import { shareError, type ShareEvents } from '../errors/share-error.js';
import type { Endpoint, EndpointEvent } from '../http/endpoint.js';
import type { RoundWatch } from '../outbox/round-watch.js';
import type { RequireReader } from '../sessions/reader-credential.js';
import { type IsPath, tellRound } from './get-round.js';
import { requireRoundId } from './read-round.js';

export interface GetRoundEventsDeps {
  readonly requireReader: RequireReader;
  readonly isPath: IsPath;
  readonly watch: RoundWatch;
  /** Streams at once, shared by sender. */
  readonly places: Places;
  readonly maxStreams: number;
  readonly events: ShareEvents;
  /** Aborted when the process ends: streams end, and no further one begins. */
  readonly stopping: AbortSignal;
  /** A stream ends after so long, and its reader asks again. */
  readonly lifeMs?: number;
}

const LIFE_MS = 300_000;
const EVENT_ID = /^(0|[1-9][0-9]{0,8})$/;
/** No event was sent yet. */
const NOTHING_TOLD = -1;

/** GET /v1/rounds/{roundId}/events: the changes of a round as they happen. */
export function getRoundEvents(deps: GetRoundEventsDeps): Endpoint<typeof operations.getRoundEvents> {
  const { places, maxStreams: max, events, stopping, lifeMs = LIFE_MS } = deps;
  // Every stream listens; Node would take more than ten listeners for a leak.
  setMaxListeners(0, stopping);
  return async ({ path, header, sender, clientGone }) => {
    const roundId = requireRoundId(path['roundId']);
    const told = readLastEventId(header('last-event-id'));
    if (stopping.aborted) throw new GatewayError('shutting_down');
    const taking = places.take(sender);
    if (!taking.ok) throw shareError(taking, { resource: 'event_streams', quota: 'event-streams', max, events });
    const end = endingWith([clientGone, stopping], lifeMs);
    const records = deps.watch.watch(roundId, end.signal);
    const close = (): void => {
      end.abort();
      taking.place.giveBack();
      // A watch that waits for no change ends only when it is told.
      void records.return().catch(() => undefined);
    };
    try {
      const authorization = header('authorization');
      const first = await nextRecord(records);
      if (first === null) throw new GatewayError('round_not_found');
      const teller = createTeller(authorization, deps);
      const value = await teller(first);
      if (roundIsOver(standingOf(first)) && told >= roundPosition(standingOf(first))) {
        close();
        return { status: 204, body: null };
      }
      return { status: 200, events: eventsFrom({ record: first, value }, records, told, teller), close };
    } catch (error) {
      close();
      throw error;
    }
  };
}

function readLastEventId(text: string | undefined): number {
  if (text === undefined || text === '') return NOTHING_TOLD;
  if (EVENT_ID.test(text)) return Number(text);
  throw new GatewayError('invalid_request', { detail: 'Last-Event-ID: must be the `id` of an event of this round' });
}

function standingOf({ state, settlement, rollbacks = 0 }: RoundRecord): RoundStanding {
  return { state, isFinal: settlement?.final === true, rollbacks };
}

/** The next record of a watch; null at its end, or once the record has ended. */
async function nextRecord(records: AsyncGenerator<RoundRecord | null, void, undefined>): Promise<RoundRecord | null> {
  const next = await records.next().catch((cause: unknown) => {
    throw new GatewayError('outbox_unavailable', { cause });
  });
  return next.done === true ? null : next.value;
}

type Teller = (record: RoundRecord) => Promise<RoundEvent>;

/**
 * A credential opens what it opens at the beginning. One that is sent before the round has a result can be too old once it has: then the result
 * is not told.
 */
function createTeller(authorization: string | undefined, deps: GetRoundEventsDeps): Teller {
  const { isPath } = deps;
  let isFirst = true;
  let isReader = false;
  const requireReader: RequireReader = async (input) => {
    if (!isReader) await deps.requireReader(input);
    isReader = true;
  };
  return async (record) => {
    try {
      return await tellRound(record, authorization, { requireReader, isPath });
    } catch (error) {
      if (isFirst || !(error instanceof GatewayError) || error.rule.status !== 401) throw error;
      return await tellRound(record, undefined, deps);
    } finally {
      isFirst = false;
    }
  };
}

async function* eventsFrom(
  first: { readonly record: RoundRecord; readonly value: RoundEvent },
  records: AsyncGenerator<RoundRecord | null, void, undefined>,
  told: number,
  teller: Teller,
): AsyncGenerator<EndpointEvent<RoundEvent>, void, undefined> {
  let position = told;
  for (let record: RoundRecord | null = first.record; record !== null; record = await nextRecord(records)) {
    const standing = standingOf(record);
    const now = roundPosition(standing);
    if (now > position) {
      position = now;
      yield { id: String(now), value: record === first.record ? first.value : await teller(record) };
    }
    if (roundIsOver(standing)) return;
  }
}

/** Aborted with the first of the signals, and after so long. No listener of it outlives it. */
function endingWith(signals: readonly AbortSignal[], lifeMs: number): AbortController {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const timer = setTimeout(end, lifeMs).unref();
  for (const signal of signals) {
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  }
  ending.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', end);
  });
  return ending;
}
