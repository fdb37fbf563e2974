import { type Account, type Client, createClient, keypairSigner } from '@oracle-gateway/client';
import { presentUrl } from '@oracle-gateway/ledger';
import { deriveFeedId, formatAddress, parseAddress } from '@oracle-gateway/protocol';
import type { Subject } from '@oracle-gateway/protocol/internal';
import type { Config, Secrets } from '../config/config.js';
import type { KeptFeedSettings } from '../config/feed-settings.js';
import type { FeedClient } from '../feeds/feed-client.js';
import type { KeptFeed } from '../feeds/kept-feed.js';
import { createFeedClient, type PayingClient, pricesOf } from './create-feed-client.js';
import type { HeardGateway } from './heard-gateways.js';
import { createSeveralGateways, type NamedClient } from './several-gateways.js';
import { createPurchaseAllowance } from './purchase-allowance.js';

/** A feed of the file, with what asks a gateway for it. */
export interface OpenedFeed {
  readonly settings: KeptFeedSettings;
  readonly feed: KeptFeed;
  readonly client: FeedClient;
  /** Prices of one round of a subject at its quorum, atomic units by the name of the path. Throws what a dry run throws. */
  readonly readPrices: (subject: Subject) => Promise<Readonly<Record<string, string>>>;
}

export interface OpenFeedsDeps {
  readonly config: Config;
  readonly gateways: readonly HeardGateway[];
  readonly secrets: Pick<Secrets, 'accountKeys' | 'rpcUrls'>;
  /** Reaches gateway and ledger. */
  readonly fetch: typeof globalThis.fetch;
  readonly nowMs: () => number;
}

/** Longest wait for one answer of the gateway: a round takes some seconds. */
const MAX_ANSWER_MS = 40_000;

/** Opens accounts of its own for each feed, so that what they pay goes to the limits of what is bought. Throws ClientUsageError. */
export async function openFeeds(deps: OpenFeedsDeps): Promise<readonly OpenedFeed[]> {
  return Promise.all(deps.config.feeds.map((settings) => openFeed(deps, settings)));
}

async function openFeed(deps: OpenFeedsDeps, settings: KeptFeedSettings): Promise<OpenedFeed> {
  const { subject, quorum, account } = settings;
  const names = deps.config.accounts.get(account)?.gateways ?? [];
  const gateways = names.flatMap((name) => deps.gateways.filter((one) => one.name === name));
  const opened = await Promise.all(gateways.map((gateway) => openAt(deps, settings, gateway)));
  const [first, ...rest] = opened;
  if (first === undefined) throw new TypeError('an account of no gateway');
  const { alone } = first;
  const feedOwner = parseAddress(alone.account.feedOwner);
  const feedId = deriveFeedId({ owner: feedOwner, sourceId: subject.sourceId, signaturesRequired: quorum });
  return {
    settings,
    feed: { ...settings, feedId, sourceId: subject.sourceId, feedOwner },
    client: createSeveralGateways({ clients: [first, ...rest], nowMs: deps.nowMs }),
    readPrices: (one) => pricesOf(alone.client, one, quorum),
  };
}

/** Opens what asks one gateway for a feed. */
async function openAt(
  deps: OpenFeedsDeps,
  settings: KeptFeedSettings,
  gateway: HeardGateway,
): Promise<NamedClient & { readonly alone: OpenedClient }> {
  const alone = await openClient(deps, settings, { gateway, feeds: 1 });
  const opened = new Map<number, Promise<PayingClient>>([[1, Promise.resolve(alone)]]);
  /** One that may pay as much for each of so many feeds as for one. */
  function clientFor(feeds: number): Promise<PayingClient> {
    const known = opened.get(feeds) ?? openClient(deps, settings, { gateway, feeds });
    opened.set(feeds, known);
    return known;
  }
  return { name: gateway.name, client: createFeedClient({ clientFor }, settings), alone };
}

interface OpenedClient extends PayingClient {
  readonly account: Account;
  readonly client: Client;
}

async function openClient(
  { config, secrets, fetch, nowMs }: OpenFeedsDeps,
  { account: name }: KeptFeedSettings,
  { gateway, feeds }: { readonly gateway: HeardGateway; readonly feeds: number },
): Promise<OpenedClient> {
  const [settings, secretKey] = [config.accounts.get(name), secrets.accountKeys.get(name)];
  if (settings === undefined || secretKey === undefined) throw new TypeError('a feed names an account that was not read');
  const { kind, subscriptionOwner } = settings;
  const rpcUrl = presentUrl(secrets.rpcUrls[0] ?? '');
  const purchaseAllowance = createPurchaseAllowance();
  const { allowance } = purchaseAllowance;
  const maxAmount = settings.maxAmount === null ? null : settings.maxAmount * BigInt(feeds);
  const account = await kind.open({ signer: keypairSigner(secretKey), secretKey, maxAmount, subscriptionOwner, rpcUrl, allowance });
  const client: Client = createClient({
    gateway: gateway.url,
    ledger: { rpcUrl, programId: formatAddress(config.programId), network: config.network },
    account,
    fetch,
    clock: nowMs,
    onDeprecated: gateway.onDeprecated,
    timeoutMs: Math.min(MAX_ANSWER_MS, config.claimMs),
  });
  return { account, client, purchaseAllowance };
}
