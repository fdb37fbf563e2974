import { type FeedRoundsAnswer, operations } from '@oracle-gateway/gateway-api';
import type { RoundRecord } from '@oracle-gateway/outbox';
import { signersOf } from '@oracle-gateway/protocol';
import { GatewayError } from '../errors/gateway-error.js';
import type { Endpoint } from '../http/endpoint.js';
import { queryOf } from '../http/read-query.js';
import type { RecordReads } from '../answers/record-reads.js';
import { readRoundPage } from '../answers/round-page.js';
import { requireFeedId } from '../feeds/require-feed.js';
import { feedList, readPublicValue } from '../answers/stored-answer.js';
import type { IsPath } from './get-round.js';

type Listed = FeedRoundsAnswer['data']['rounds'][number];

export interface GetFeedRoundsDeps {
  readonly records: RecordReads;
  readonly isPath: IsPath;
}

const readQuery = queryOf(operations.getFeedRounds);

/** GET /v1/feeds/{feedId}/rounds: the values of a feed that are on record, for charts. */
export function getFeedRounds(deps: GetFeedRoundsDeps): Endpoint<typeof operations.getFeedRounds> {
  return async ({ path, query }) => {
    const feedId = requireFeedId({ path });
    const page = await readRoundPage(feedList(feedId), readQuery(query), deps);
    const rounds = page.rounds.map((record) => shape(record, deps));
    return { status: 200, body: { status: 'ok', data: { feedId, rounds, next: page.next } } };
  };
}

/** A round of a private source is told as `GET /v1/rounds/{roundId}` tells it to any reader. */
function shape(record: RoundRecord, { isPath }: GetFeedRoundsDeps): Listed {
  const { roundId, path, state, createdAtMs: createdAt, settlement } = record;
  if (!isPath(path)) throw new GatewayError('internal', { cause: new Error(`a round of the unknown path ${path}`) });
  const told = { roundId, path, state, createdAt, ...(settlement === undefined ? {} : { settlement }) };
  if (record.payload === undefined || record.result === undefined) {
    throw new GatewayError('internal', { cause: new Error('a list of a feed names a round without a result') });
  }
  const value = readPublicValue(record.result);
  if (value === null) return { ...told, private: true };
  const { timestampSeconds: timestamp, observedAtMs: observedAt, signersBitmap } = record.payload;
  return { ...told, timestamp, observedAt, value, signers: signersOf(signersBitmap).length };
}
