import type { FeedEvent, operations } from '@oracle-gateway/gateway-api';
import type { PublicFeed } from '@oracle-gateway/outbox';
import { GatewayError } from '../errors/gateway-error.js';
import type { Endpoint, EndpointEvent } from '../http/endpoint.js';
import type { StreamPlaces } from '../http/stream-places.js';
import type { RecordWatch } from '../outbox/record-watch.js';
import { ofStore, type PublicFeeds } from './public-feeds.js';
import { requireFeedId } from './require-feed.js';

export interface FeedStreamDeps {
  readonly feeds: Pick<PublicFeeds, 'latest'>;
  readonly watch: Pick<RecordWatch, 'feeds'>;
  readonly places: StreamPlaces;
}

const EVENT_ID = /^[0-9]{1,16}$/;

/** GET /v1/feeds/{feedId}/stream: the answers of a feed as they come. */
export function getFeedStream({ feeds, watch, places }: FeedStreamDeps): Endpoint<typeof operations.getFeedStream> {
  return async (request) => {
    const feedId = requireFeedId(request);
    const told = readLastEventId(request.header('last-event-id'));
    const stream = places.open(request);
    const changes = watch.feeds.watch(feedId, stream.signal);
    const close = (): void => {
      stream.close();
      // A watch that waits for no change ends only when it is told.
      void changes.return().catch(() => undefined);
    };
    try {
      const first = await nextFeed(changes);
      if (first === null) throw new GatewayError('feed_not_found');
      return { status: 200, events: eventsFrom(first, changes, told, feeds), close };
    } catch (error) {
      close();
      throw error;
    }
  };
}

function readLastEventId(text: string | undefined): number {
  if (text === undefined || text === '') return 0;
  if (EVENT_ID.test(text)) return Number(text);
  throw new GatewayError('invalid_request', { detail: 'Last-Event-ID: must be the `id` of an event of this feed' });
}

type Changes = AsyncGenerator<PublicFeed | null, void, undefined>;

/** null: the feed is no longer public, or the watch has ended. */
async function nextFeed(changes: Changes): Promise<PublicFeed | null> {
  const next = await ofStore(changes.next());
  return next.done === true ? null : next.value;
}

/** A change that comes while its reader is behind is told with the next one: the newest answer alone. */
async function* eventsFrom(
  first: PublicFeed,
  changes: Changes,
  told: number,
  feeds: FeedStreamDeps['feeds'],
): AsyncGenerator<EndpointEvent<FeedEvent>, void, undefined> {
  let position = told;
  for (let feed: PublicFeed | null = first; feed !== null; feed = await nextFeed(changes)) {
    const answeredAt = feed.latest?.answeredAtMs ?? 0;
    if (answeredAt <= position) continue;
    const latest = await ofStore(feeds.latest(feed));
    if (latest === null) continue;
    position = answeredAt;
    yield { id: String(answeredAt), value: latest };
  }
}
