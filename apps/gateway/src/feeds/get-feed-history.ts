import { operations } from '@oracle-gateway/gateway-api';
import { cachedAnswer } from '../http/cached-answer.js';
import type { Endpoint, HttpRequest } from '../http/endpoint.js';
import { queryOf } from '../http/read-query.js';
import { csvOf, type FeedHistoryRow, type HistorySpan, readSpan, rowsOf } from './feed-history.js';
import { ofStore } from './public-feeds.js';
import { type FeedReadDeps, requireFeed } from './require-feed.js';

const HISTORY_LIFE_SECONDS = 30;

const readHistoryQuery = queryOf(operations.getFeedHistory);

async function readHistory(
  request: HttpRequest,
  deps: FeedReadDeps,
): Promise<HistorySpan & { readonly feedId: string; readonly rows: FeedHistoryRow[] }> {
  const span = readSpan(readHistoryQuery(request.query), Math.floor(deps.nowMs() / 1_000));
  const { feedId } = await requireFeed(request, deps);
  const fromMs = Math.floor(span.from / span.step) * span.step * 1_000;
  const rows = await ofStore(deps.store.rows({ feedId, fromMs, toMs: span.to * 1_000 }));
  return { ...span, feedId, rows: rowsOf(rows, span.step) };
}

/** GET /v1/feeds/{feedId}/history: values over time, as the gateway tells them. */
export function getFeedHistory(deps: FeedReadDeps): Endpoint<typeof operations.getFeedHistory> {
  return async (request) => {
    const { feedId, step, rows } = await readHistory(request, deps);
    const body = { status: 'ok', data: { feedId, step, verifiable: false, rows } } as const;
    return cachedAnswer(request, { body, maxAgeSeconds: HISTORY_LIFE_SECONDS });
  };
}

/** GET /v1/feeds/{feedId}/history.csv: the same for a spreadsheet. */
export function getFeedHistoryCsv(deps: FeedReadDeps): Endpoint<typeof operations.getFeedHistoryCsv> {
  return async (request) =>
    cachedAnswer(request, { body: csvOf((await readHistory(request, deps)).rows), maxAgeSeconds: HISTORY_LIFE_SECONDS });
}
