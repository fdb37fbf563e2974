import type { operations, RoundEvent } from '@oracle-gateway/gateway-api';
import type { RoundRecord } from '@oracle-gateway/outbox';
import { roundIsOver, roundPosition, type RoundStanding } from '@oracle-gateway/protocol/internal';
import { GatewayError } from '../errors/gateway-error.js';
import type { Endpoint, EndpointEvent } from '../http/endpoint.js';
import type { StreamPlaces } from '../http/stream-places.js';
import type { RecordWatch } from '../outbox/record-watch.js';
import type { RequireReader } from '../sessions/reader-credential.js';
import { type IsPath, tellRound } from './get-round.js';
import { requireRoundId } from './read-round.js';

export interface GetRoundEventsDeps {
  readonly requireReader: RequireReader;
  readonly isPath: IsPath;
  readonly watch: Pick<RecordWatch, 'rounds'>;
  readonly places: StreamPlaces;
}

const EVENT_ID = /^(0|[1-9][0-9]{0,8})$/;
/** No event was sent yet. */
const NOTHING_TOLD = -1;

/** GET /v1/rounds/{roundId}/events: the changes of a round as they happen. */
export function getRoundEvents(deps: GetRoundEventsDeps): Endpoint<typeof operations.getRoundEvents> {
  return async ({ path, header, sender, clientGone }) => {
    const roundId = requireRoundId(path['roundId']);
    const told = readLastEventId(header('last-event-id'));
    const stream = deps.places.open({ sender, clientGone });
    const records = deps.watch.rounds.watch(roundId, stream.signal);
    const close = (): void => {
      stream.close();
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
