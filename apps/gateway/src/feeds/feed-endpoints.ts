import { createStreamPlaces } from '../http/stream-places.js';
import type { Config } from '../config/config.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Routes } from '../http/endpoint.js';
import { notEnabled } from '../http/not-enabled.js';
import type { OpenOutbox } from '../outbox/open-outbox.js';
import type { PathPorts } from '../paths/path-ports.js';
import { getFeedHistory, getFeedHistoryCsv } from './get-feed-history.js';
import { getFeedStream } from './get-feed-stream.js';
import { getFeed } from './get-feed.js';
import { getFeeds } from './get-feeds.js';
import type { PublicFeeds } from './public-feeds.js';
import { publishFeed } from './publish-feed.js';
import { createTrends } from './trends.js';

type FeedEndpoints = Pick<Routes, 'getFeeds' | 'getFeed' | 'getFeedStream' | 'getFeedHistory' | 'getFeedHistoryCsv' | 'publishFeed'>;

export interface FeedEndpointsDeps {
  readonly config: Pick<Config, 'publicFeeds' | 'catalogue'>;
  /** null: public feeds are not served. */
  readonly feeds: PublicFeeds | null;
  readonly outbox: Pick<OpenOutbox, 'feeds' | 'watch'>;
  readonly ports: Pick<PathPorts, 'clock' | 'deployment' | 'callers' | 'subjects' | 'records' | 'events'>;
  readonly stopping: AbortSignal;
}

/** Streams of public feeds of one address. */
const MAX_STREAMS_OF_ADDRESS = 5;

/** The endpoints of public feeds. Where none are served, every feed is one that is not public. */
export function createFeedEndpoints({ config, feeds, outbox, ports, stopping }: FeedEndpointsDeps): FeedEndpoints {
  if (feeds === null) return withoutFeeds();
  const { clock, deployment, callers, subjects, records, events } = ports;
  const { nowMs, monotonicMs } = clock;
  const { feeds: store, watch } = outbox;
  const reads = { feeds, store, nowMs };
  const max = config.publicFeeds.maxStreams;
  const places = createStreamPlaces({ max, maxOfSender: MAX_STREAMS_OF_ADDRESS, events, stopping, monotonicMs });
  return {
    getFeeds: getFeeds({ feeds, trends: createTrends({ store, nowMs, monotonicMs }) }),
    getFeed: getFeed(reads),
    getFeedStream: getFeedStream({ feeds, watch, places }),
    getFeedHistory: getFeedHistory(reads),
    getFeedHistoryCsv: getFeedHistoryCsv(reads),
    publishFeed: publishFeed({
      ...{ store, feeds, subjects, records, nowMs },
      catalogue: config.catalogue,
      verifySignature: callers.verifySignature,
      gateway: deployment.gateway,
    }),
  };
}

function withoutFeeds(): FeedEndpoints {
  const notPublic = (): Promise<never> => Promise.reject(new GatewayError('feed_not_found'));
  return {
    getFeeds: getFeeds({ feeds: { list: () => Promise.resolve([]) }, trends: { of: () => Promise.resolve([]) } }),
    getFeed: notPublic,
    getFeedStream: notPublic,
    getFeedHistory: notPublic,
    getFeedHistoryCsv: notPublic,
    publishFeed: notEnabled('public feeds are not enabled on this gateway'),
  };
}
