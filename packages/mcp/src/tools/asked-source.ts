import {
  builtInFeed,
  isFeedName,
  isIndex,
  namedFeed,
  type NamedSource,
  parseSource,
  type SourceOrIndex,
} from '@oracle-gateway/caller/feeds';
import { UsageError } from '@oracle-gateway/caller/settings';
import type { Client } from '@oracle-gateway/client';
import { ApiConfigSchema, CombineSchema, SimulateRequest } from '@oracle-gateway/gateway-api';
import { type ApiConfig, MAX_SOURCES } from '@oracle-gateway/protocol';
import { type Static, Type } from '@sinclair/typebox';

/** Forms in which a model names what has one value: a feed, or the contract's `apiConfig`. */
const namedInput = {
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
};

const quorumInput = {
  quorum: Type.Optional(
    Type.Integer({
      ...SimulateRequest.properties.signaturesRequired,
      description: 'how many nodes sign; by default what the feed advises, else a majority of the nodes',
    }),
  ),
};

export const sourceInput = { ...namedInput, ...quorumInput };

const SourceInput = Type.Object(sourceInput);
type SourceInput = Static<typeof SourceInput>;

/** Forms in which a model names the sources of a list. */
export const listInput = {
  sources: Type.Array(Type.Object(namedInput, { additionalProperties: false }), {
    minItems: 2,
    maxItems: MAX_SOURCES,
    description: 'feeds that find_feeds lists, or sources of your own, each once; no index',
  }),
  minValues: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_SOURCES, description: 'how many of them must have a value; by default all' }),
  ),
  ...quorumInput,
};

const ListInput = Type.Object(listInput);
type ListInput = Static<typeof ListInput>;

const SourceOutput = Type.Object(ApiConfigSchema.properties, { additionalProperties: false });

/** The schema of a source or an index in an output. */
export const sourceOutput = Type.Union(
  [SourceOutput, Type.Object({ apiConfigs: Type.Array(SourceOutput), combine: CombineSchema }, { additionalProperties: false })],
  { description: 'what the nodes asked: a source, or the sources of an index and its rule' },
);

export function shownSource(source: SourceOrIndex): Static<typeof sourceOutput> {
  return isIndex(source) ? { apiConfigs: [...source.apiConfigs], combine: source.combine } : source;
}

export interface ToolSource {
  readonly source: SourceOrIndex;
  readonly quorum: number;
}

export interface ToolList {
  readonly sources: readonly ApiConfig[];
  readonly minValues: number;
  readonly quorum: number;
}

type Catalogue = Pick<Client, 'provider' | 'defaultQuorum'>;

/** Throws UsageError, and what the client throws where only the gateway knows the feed. */
export async function readToolSource(client: Catalogue, { quorum, ...given }: SourceInput): Promise<ToolSource> {
  const named = await readNamed(client, given);
  return { source: named.source, quorum: quorum ?? (await quorumOf(client, named)) };
}

/** Reads the sources of a list, whose quorum suits all of them. Throws likewise. */
export async function readToolList(client: Catalogue, { sources: given, minValues, quorum }: ListInput): Promise<ToolList> {
  const sources: ApiConfig[] = [];
  let advised = 0;
  for (const one of given) {
    const named = await readNamed(client, one);
    if (isIndex(named.source)) throw new UsageError('sources', 'must hold no index; ask get_value for it');
    sources.push(named.source);
    if (quorum === undefined) advised = Math.max(advised, await quorumOf(client, named));
  }
  return { sources, minValues: minValues ?? sources.length, quorum: quorum ?? advised };
}

async function readNamed(client: Catalogue, { feed, source }: Omit<SourceInput, 'quorum'>): Promise<NamedSource> {
  if ((feed === undefined) === (source === undefined)) throw new UsageError('feed', 'give either feed or source, not both');
  if (source !== undefined) {
    if (JSON.stringify(source).includes('{{secret.'))
      throw new UsageError('source', 'must need no secret: this server holds none, and a model must not see any');
    return { source: parseSource('source', source), isFromGateway: false };
  }
  const name = feed ?? '';
  if (!isFeedName(name)) throw new UsageError('feed', 'must be a feed that find_feeds lists, such as coinbase/btc-usd');
  return (await builtInFeed(name)) ?? namedFeed(client, name);
}

async function quorumOf(client: Catalogue, { source, quorum }: NamedSource): Promise<number> {
  return quorum ?? client.defaultQuorum(source);
}
