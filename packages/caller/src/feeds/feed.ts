import type { ProviderDetail } from '@oracle-gateway/gateway-api';
import type { ApiConfig } from '@oracle-gateway/protocol';
import { nearestName } from '@oracle-gateway/protocol/internal';

import { UsageError } from '../usage-error.js';
import type { NamedSource } from './named-source.js';
import { parseSource } from './parse-source.js';

/** The part of a gateway that lists its feeds. */
export interface FeedCatalogue {
  provider(id: string): Promise<ProviderDetail>;
}

/** `<provider>/<feed>`. A file is written with an ending, or with `./` before it. */
const FEED_NAME = /^([a-z0-9][a-z0-9_-]{0,63})\/([a-z0-9][a-z0-9_-]{0,63})$/;

export function isFeedName(text: string): boolean {
  return FEED_NAME.test(text);
}

/** The part of a provider that names its feeds, from the built-in catalogue or a gateway. */
interface DescribedProvider {
  readonly aggregation: { readonly minSignatures: number };
  readonly flows: readonly {
    readonly x402?: object | undefined;
    readonly feeds: readonly {
      readonly id: string;
      readonly apiConfig: ApiConfig | ProviderDetail['flows'][number]['feeds'][number]['apiConfig'];
    }[];
  }[];
  readonly indices?: readonly { readonly id: string; readonly apiConfigs: readonly unknown[]; readonly combine: unknown }[] | undefined;
}

/** A feed that this command brings along, so that no gateway can name another source under its name; null for any other. */
export async function builtInFeed(name: string): Promise<NamedSource | null> {
  const { provider, feed } = split(name);
  const { builtInProvider } = await import('@oracle-gateway/providers');
  const described = builtInProvider(provider);
  return described === null ? null : feedOf(described, feed, { provider, isFromGateway: false });
}

/** Names of the feeds that this command brings along and can ask for. */
export async function builtInFeedNames(): Promise<readonly string[]> {
  const { BUILT_IN_PROVIDERS, builtInProvider } = await import('@oracle-gateway/providers');
  const names = BUILT_IN_PROVIDERS.flatMap((id) => {
    const provider = builtInProvider(id);
    const flows = (provider?.flows ?? []).filter(({ x402 }) => x402 === undefined);
    return [...flows.flatMap(({ feeds }) => feeds), ...(provider?.indices ?? [])].map((feed) => `${id}/${feed.id}`);
  });
  return [...new Set(names)];
}

/** A feed of the gateway's own catalogue. */
export async function namedFeed(catalogue: FeedCatalogue, name: string): Promise<NamedSource> {
  const { provider, feed } = split(name);
  const described = await catalogue.provider(provider).catch(async (error: unknown) => {
    throw (await otherProvider(error, provider, feed)) ?? error;
  });
  return feedOf(described, feed, { provider, isFromGateway: true });
}

/** The refusal of an unknown provider with the feed of the nearest one; null for another error, or without one that is near. */
async function otherProvider(error: unknown, provider: string, feed: string): Promise<UsageError | null> {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'provider_not_found') return null;
  const { BUILT_IN_PROVIDERS } = await import('@oracle-gateway/providers');
  const nearest = nearestName(provider, BUILT_IN_PROVIDERS);
  return nearest === undefined ? null : new UsageError('source', `must be a feed of a known provider; did you mean ${nearest}/${feed}?`);
}

function split(name: string): { readonly provider: string; readonly feed: string } {
  const [provider = '', feed = ''] = name.split('/');
  return { provider, feed };
}

function feedOf(
  described: DescribedProvider,
  id: string,
  { provider, isFromGateway }: { readonly provider: string; readonly isFromGateway: boolean },
): NamedSource {
  const { aggregation, flows, indices = [] } = described;
  const named = { quorum: aggregation.minSignatures, isFromGateway };
  const index = indices.find((one) => one.id === id);
  if (index !== undefined) return { source: parseSource('source', { apiConfigs: index.apiConfigs, combine: index.combine }), ...named };
  const offers = flows.flatMap((flow) =>
    flow.feeds.filter((feed) => feed.id === id).map((feed) => ({ feed, isPaid: flow.x402 !== undefined })),
  );
  const offer = offers.find(({ isPaid }) => !isPaid);
  if (offer === undefined)
    throw new UsageError(
      'source',
      offers.length === 0
        ? `must be a feed of its provider${nearestFeed(described, id, provider)}`
        : 'must be a feed whose source is not paid per request: this command signs no payments to sources',
    );
  return { source: parseSource('source', offer.feed.apiConfig), ...named };
}

/** The nearest name, or another one of the provider, as a part of a sentence. Only a text of a gateway that has the form of a name is told. */
function nearestFeed({ flows, indices = [] }: DescribedProvider, id: string, provider: string): string {
  const ids = [...flows.flatMap(({ feeds }) => feeds), ...indices].map((feed) => feed.id).filter((one) => isFeedName(`${provider}/${one}`));
  const nearest = nearestName(id, ids);
  if (nearest !== undefined) return `; did you mean ${provider}/${nearest}?`;
  return ids[0] === undefined ? '' : `, such as ${provider}/${ids[0]}`;
}
