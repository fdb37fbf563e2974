import { ConfigError, readEach } from '@oracle-gateway/app-config';
import { type Address, parseAddress, secretNames } from '@oracle-gateway/protocol';
import { parseSubject, type Subject } from '@oracle-gateway/protocol/internal';
import type { Catalogue, Provider } from '@oracle-gateway/providers';
import type { ConfigFile } from './config-schema.js';

/** A feed that the operator shows to every reader. */
export interface OperatorFeed {
  readonly owner: Address;
  readonly subject: Subject;
  readonly signaturesRequired: number;
}

/**
 * The feeds of `public_feeds.feeds`: `provider/feed`, or `provider` for all of its feeds that need no credential of a caller. Throws ConfigError
 * for one that is not in the catalogue, or whose provider does not allow that its values are passed on.
 *
 * @param sponsored ids of the providers for which the gateway has a credential
 */
export async function readOperatorFeeds(
  { feeds, owner, quorum }: ConfigFile['public_feeds'],
  catalogue: Catalogue,
  sponsored: ReadonlySet<string>,
): Promise<readonly OperatorFeed[]> {
  if (feeds.length === 0) return [];
  if (owner === undefined) throw new ConfigError('public_feeds.owner', 'is required where public_feeds.feeds names a feed');
  const [address, signaturesRequired] = [parseAddress(owner), quorum];
  const opened = await readEach(feeds, (name, position) => {
    const key = `public_feeds.feeds[${position}]`;
    const [providerId = '', feedId] = name.split('/');
    const provider = catalogue.find(providerId);
    if (provider === null) throw new ConfigError(key, 'must be of a provider that providers.enabled or providers.files names');
    if (provider.redistribution !== 'allowed' && provider.redistribution !== 'attribution') {
      const rule = `must be of a provider whose terms let values be passed on; redistribution of ${provider.id} is ${provider.redistribution}`;
      throw new ConfigError(key, rule);
    }
    const found = subjectsOf(provider, feedId, sponsored.has(provider.id));
    if (found.length === 0) throw new ConfigError(key, 'must be a feed of its provider that needs no credential of a caller');
    return found.map((subject) => ({ owner: address, subject, signaturesRequired }));
  });
  return opened.flat();
}

/** The feed of this id, or all: of the flow by credential, and indices. A feed with a credential only where the gateway has it. */
function subjectsOf({ flows, indices = [] }: Provider, feedId: string | undefined, isSponsored: boolean): readonly Subject[] {
  const single = flows
    .filter(({ kind }) => kind === 'api_key')
    .flatMap(({ feeds }) => feeds.filter(({ apiConfig }) => isSponsored || secretNames(apiConfig).length === 0));
  return [...single, ...indices].flatMap((feed) => {
    if (feedId !== undefined && feed.id !== feedId) return [];
    return parseSubject('apiConfig' in feed ? { apiConfig: feed.apiConfig } : { apiConfigs: feed.apiConfigs, combine: feed.combine });
  });
}
