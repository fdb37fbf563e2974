import { builtInFeed, isFeedName, parseSource, type SourceOrIndex } from '@oracle-gateway/caller/feeds';
import { UsageError } from '@oracle-gateway/caller/settings';
import type { LatestValues, ToldFeed } from '@oracle-gateway/client/public-feeds';
import { Type } from '@sinclair/typebox';

import { shownSource, sourceOutput } from './asked-source.js';
import { defineTool, type Tool } from './tool.js';
import { valueOutput, verifiedValue } from './verified-value.js';

/** The reads of public feeds that a tool makes. */
export type FeedReads = Pick<LatestValues, 'feeds' | 'latest'>;

/** The gateway shows no value of this feed to every reader. */
export class NoLatestValueError extends Error {
  override readonly name = 'NoLatestValueError';
}

const Output = Type.Object(
  {
    verified: Type.Literal(true, { description: 'this server verified the signature with the node keys on the ledger' }),
    ...valueOutput,
    source: sourceOutput,
    isBuiltIn: Type.Boolean({ description: 'this server brings the source along; else the gateway alone says what the feed is' }),
    next: Type.String(),
  },
  { additionalProperties: false },
);

export interface GetLatestDeps {
  readonly publicFeeds: FeedReads;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

export function getLatest({ publicFeeds, clock }: GetLatestDeps): Tool {
  return defineTool({
    name: 'get_latest',
    title: 'Read the latest value of a public feed',
    description:
      'The newest value that a quorum of nodes has signed for a public feed, verified with the keys on the ledger before it is shown. Free: no round is asked for. It can be minutes old: compare ageSeconds with what you need, and call get_value for a new one. Not every feed of find_feeds is public.',
    input: Type.Object(
      {
        feed: Type.Optional(Type.String({ maxLength: 129, description: 'a feed that find_feeds lists, such as coinbase/btc-usd' })),
        feedId: Type.Optional(Type.String({ pattern: '^0x[0-9a-f]{64}$', description: 'instead of a feed: the id of a public feed' })),
      },
      { additionalProperties: false },
    ),
    output: Output,
    isPaid: false,
    async run({ feed, feedId }, signal) {
      if ((feed === undefined) === (feedId === undefined)) throw new UsageError('feed', 'give either feed or feedId, not both');
      if (feed !== undefined && !isFeedName(feed))
        throw new UsageError('feed', 'must be a feed that find_feeds lists, such as coinbase/btc-usd');
      const name = feed ?? null;
      const known = name === null ? null : await builtInFeed(name);
      const advised = known?.quorum ?? 1;
      const told = (await publicFeeds.feeds({ signal })).find((one) =>
        name === null ? one.feedId === feedId : one.feed === name && one.signaturesRequired >= advised,
      );
      if (told === undefined) throw new NoLatestValueError();
      const source = known?.source ?? sourceTold(told);
      const value = await publicFeeds.latest({ feedId: told.feedId, source, quorum: told.signaturesRequired }, { signal });
      if (value === null) throw new NoLatestValueError();
      return {
        verified: true as const,
        ...verifiedValue(value, clock()),
        source: shownSource(source),
        isBuiltIn: known !== null,
        next: 'Tell the value with its age. For a newer one call get_value: it costs a round.',
      };
    },
  });
}

function sourceTold({ apiConfig, apiConfigs, combine }: ToldFeed): SourceOrIndex {
  return parseSource('source', apiConfig ?? { apiConfigs, combine });
}
