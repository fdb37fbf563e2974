import { builtInFeed, isFeedName, namedFeed, parseSource } from '@oracle-gateway/caller/feeds';
import { UsageError } from '@oracle-gateway/caller/settings';
import type { Client } from '@oracle-gateway/client';
import { ApiConfigSchema, SimulateRequest } from '@oracle-gateway/gateway-api';
import type { ApiConfig } from '@oracle-gateway/protocol';
import { type Static, Type } from '@sinclair/typebox';

/** Forms in which a model names a source: a feed, or the contract's `apiConfig`. */
export const sourceInput = {
  feed: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9_-]{0,63}/[a-z0-9][a-z0-9_-]{0,63}$',
      description: 'a feed that find_feeds lists, such as coinbase/btc-usd',
    }),
  ),
  source: Type.Optional(
    Type.Object(ApiConfigSchema.properties, {
      additionalProperties: false,
      description: 'instead of a feed: any public HTTP source, and the JSONPath of one number in its answer',
    }),
  ),
  quorum: Type.Optional(
    Type.Integer({
      ...SimulateRequest.properties.signaturesRequired,
      description: 'how many nodes sign; by default what the feed advises, else a majority of the nodes',
    }),
  ),
};

const SourceInput = Type.Object(sourceInput);
export type SourceInput = Static<typeof SourceInput>;

export interface ToolSource {
  readonly source: ApiConfig;
  readonly quorum: number;
}

/** Throws UsageError, and what the client throws where only the gateway knows the feed. */
export async function readToolSource(
  client: Pick<Client, 'provider' | 'defaultQuorum'>,
  { feed, source, quorum }: SourceInput,
): Promise<ToolSource> {
  if ((feed === undefined) === (source === undefined)) throw new UsageError('feed', 'give either feed or source, not both');
  if (source !== undefined) {
    if (JSON.stringify(source).includes('{{secret.'))
      throw new UsageError('source', 'must need no secret: this server holds none, and a model must not see any');
    return { source: parseSource('source', source), quorum: quorum ?? (await client.defaultQuorum(source)) };
  }
  const name = feed ?? '';
  if (!isFeedName(name)) throw new UsageError('feed', 'must be a feed that find_feeds lists, such as coinbase/btc-usd');
  const named = (await builtInFeed(name)) ?? (await namedFeed(client, name));
  return { source: named.source, quorum: quorum ?? named.quorum ?? (await client.defaultQuorum(named.source)) };
}
