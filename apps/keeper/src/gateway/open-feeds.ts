import { type Account, type Allowance, createClient, keypairSigner } from '@oracle-gateway/client';
import { deriveFeedId, formatAddress, parseAddress } from '@oracle-gateway/protocol';
import type { Config, Secrets } from '../config/config.js';
import type { KeptFeedSettings } from '../config/feed-settings.js';
import type { FeedClient } from '../feeds/feed-client.js';
import type { KeptFeed } from '../feeds/kept-feed.js';
import { askedFor, createFeedClient } from './create-feed-client.js';
import { createPurchaseAllowance } from './purchase-allowance.js';

/** A feed of the file, with what asks a gateway for it. */
export interface OpenedFeed {
  readonly settings: KeptFeedSettings;
  readonly feed: KeptFeed;
  readonly client: FeedClient;
  /** Prices of one round at its quorum, atomic units by the name of the path. Throws what a dry run throws. */
  readonly readPrices: () => Promise<Readonly<Record<string, string>>>;
}

export interface OpenFeedsDeps {
  readonly config: Config;
  readonly secrets: Pick<Secrets, 'accountKeys' | 'rpcUrls'>;
  /** Reaches gateway and ledger. */
  readonly fetch: typeof globalThis.fetch;
  readonly nowMs: () => number;
}

/** Longest wait for one answer of the gateway: a round takes some seconds. */
const MAX_ANSWER_MS = 40_000;

/** Opens an account of its own for each feed, so that what it pays goes to the limit of that feed. Throws ClientUsageError. */
export async function openFeeds(deps: OpenFeedsDeps): Promise<readonly OpenedFeed[]> {
  return Promise.all(deps.config.feeds.map((settings) => openFeed(deps, settings)));
}

async function openFeed(deps: OpenFeedsDeps, settings: KeptFeedSettings): Promise<OpenedFeed> {
  const { config, secrets, fetch, nowMs } = deps;
  const { subject, quorum } = settings;
  const purchaseAllowance = createPurchaseAllowance();
  const account = await openAccount(deps, settings.account, purchaseAllowance.allowance);
  const client = createClient({
    gateway: config.gatewayUrl,
    ledger: { rpcUrl: secrets.rpcUrls[0] ?? '', programId: formatAddress(config.programId), network: config.network },
    account,
    fetch,
    clock: nowMs,
    timeoutMs: Math.min(MAX_ANSWER_MS, config.claimMs),
  });
  const feedOwner = parseAddress(account.feedOwner);
  const feedId = deriveFeedId({ owner: feedOwner, sourceId: subject.sourceId, signaturesRequired: quorum });
  return {
    settings,
    feed: { ...settings, feedId, sourceId: subject.sourceId, feedOwner },
    client: createFeedClient({ client, purchaseAllowance }, settings),
    readPrices: async () => (await client.simulate(askedFor(subject), { quorum })).prices,
  };
}

async function openAccount({ config, secrets }: OpenFeedsDeps, name: string, allowance: Allowance): Promise<Account> {
  const [settings, secretKey] = [config.accounts.get(name), secrets.accountKeys.get(name)];
  if (settings === undefined || secretKey === undefined) throw new TypeError('a feed names an account that was not read');
  const { kind, maxAmount, subscriptionOwner } = settings;
  const rpcUrl = secrets.rpcUrls[0] ?? '';
  return kind.open({ signer: keypairSigner(secretKey), secretKey, maxAmount, subscriptionOwner, rpcUrl, allowance });
}
