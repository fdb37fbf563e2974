import { ConfigError, readAll, readEach, readHttpUrl } from '@oracle-gateway/app-config';
import { builtInFeed, isFeedName, isIndex } from '@oracle-gateway/caller/feeds';
import { UsageError } from '@oracle-gateway/caller/settings';
import { ApiConfigError, MAX_NODES } from '@oracle-gateway/protocol';
import { indexSubject, parseSubject, sourceSubject, type Subject } from '@oracle-gateway/protocol/internal';
import { KEEPER_ACCOUNT_KINDS, type KeeperAccountKind } from '../accounts/index.js';
import type { FeedRule } from '../feeds/decide.js';
import { shownText } from '../feeds/shown-text.js';
import type { ConfigFile } from './config-schema.js';
import { type ConfiguredTarget, TARGET_KINDS } from '../targets/index.js';

/** A gateway of the file. */
export interface GatewaySettings {
  readonly name: string;
  readonly url: string;
}

/** An account of the file, without its key. */
export interface AccountSettings {
  /** Names of the gateways that take it, the preferred first. */
  readonly gateways: readonly string[];
  readonly kind: KeeperAccountKind;
  readonly maxAmount: bigint | null;
  /** Base58. */
  readonly subscriptionOwner: string | null;
}

/** A feed of the file, whose targets are not looked at yet. */
type UnplacedFeed = Omit<KeptFeedSettings, 'isAlone'>;

/** A feed of the file. */
export interface KeptFeedSettings {
  readonly name: string;
  readonly account: string;
  /** Names of its targets. */
  readonly targets: readonly string[];
  /** Whether one of them takes no value of a list. */
  readonly isAlone: boolean;
  /** A source or an index. */
  readonly subject: Subject;
  readonly quorum: number;
  readonly rule: FeedRule;
  readonly checkIntervalMs: number;
  readonly maxPerDay: bigint | null;
}

const MAX_DEFAULT_LEAD_SECONDS = 120;
const LEADS_PER_HEARTBEAT = 4;
const MAX_DEFAULT_CHECK_SECONDS = 15;
const CHECKS_PER_HEARTBEAT = 10;

/** Throws ConfigError. */
export async function readGateways({ gateways }: Pick<ConfigFile, 'gateways'>): Promise<readonly GatewaySettings[]> {
  const all = Object.entries(gateways);
  if (all.length === 0) throw new ConfigError('gateways', 'must have at least one gateway');
  return readEach(all, ([name, { url }]) => ({ name, url: readHttpUrl({ name: `gateways.${name}.url`, text: url }) }));
}

/** Throws ConfigError. */
export async function readAccountSettings({
  accounts,
  gateways,
}: Pick<ConfigFile, 'accounts' | 'gateways'>): Promise<ReadonlyMap<string, AccountSettings>> {
  const settings = await readEach(
    Object.keys(accounts),
    async (name) => [name, await readAccount(name, accountOf(accounts, name), Object.keys(gateways))] as const,
  );
  return new Map(settings);
}

async function readAccount(name: string, account: Account, known: readonly string[]): Promise<AccountSettings> {
  const kind: KeeperAccountKind = KEEPER_ACCOUNT_KINDS[account.kind];
  await readEach(kind.needs, (key) => {
    if (account[key] === undefined) throw new ConfigError(`accounts.${name}.${key}`, `is required for an account of kind ${account.kind}`);
  });
  const { max_amount: maxAmount, subscription_owner: subscriptionOwner, gateways = known } = account;
  if (!gateways.every((one) => known.includes(one)))
    throw new ConfigError(`accounts.${name}.gateways`, 'must be names of gateways of this file');
  return { gateways, kind, maxAmount: amountOf(maxAmount), subscriptionOwner: subscriptionOwner ?? null };
}

type Account = ConfigFile['accounts'][string];
type Feed = ConfigFile['feeds'][string];

function accountOf(accounts: ConfigFile['accounts'], name: string): Account {
  const account = Object.hasOwn(accounts, name) ? accounts[name] : undefined;
  if (account === undefined) throw new TypeError('an account of the file is missing');
  return account;
}

/** Throws ConfigError. */
export async function readFeeds({
  feeds,
  accounts,
  targets,
}: Pick<ConfigFile, 'feeds' | 'accounts' | 'targets'>): Promise<readonly UnplacedFeed[]> {
  const names = Object.keys(feeds);
  if (names.length === 0) throw new ConfigError('feeds', 'must have at least one feed');
  return readEach(names, (name) => {
    const feed = feeds[name];
    if (feed === undefined) throw new TypeError('a feed of the file is missing');
    return readFeed(name, feed, { accounts, targets });
  });
}

/** Finds out how its targets keep each feed. Throws ConfigError. */
export async function placeFeeds(
  feeds: readonly UnplacedFeed[],
  targets: readonly ConfiguredTarget[],
): Promise<readonly KeptFeedSettings[]> {
  const names = feeds.map(({ name }) => name);
  const named = targets.flatMap(({ name: target, alone }) => alone.map((feed) => ({ target, feed })));
  const { placed } = await readAll({
    named: () =>
      readEach(named, ({ target, feed }) => {
        if (!names.includes(feed)) throw new ConfigError(`targets.${target}.contracts.${feed}`, 'must be the name of a feed of this file');
      }),
    placed: () =>
      readEach(feeds, (feed) => {
        const own = targets.filter(({ name }) => feed.targets.includes(name));
        const isNamed = ({ alone }: ConfiguredTarget): boolean => alone.includes(feed.name);
        const lacking = own.find((target) => !target.keepsOthers && !isNamed(target));
        if (lacking === undefined) return { ...feed, isAlone: own.some(isNamed) };
        throw new ConfigError(
          `feeds.${feed.name}.targets`,
          `must be targets that have a contract for it: add targets.${lacking.name}.contracts.${feed.name}`,
        );
      }),
  });
  return placed;
}

async function readFeed(
  name: string,
  feed: Feed,
  { accounts, targets: all }: Pick<ConfigFile, 'accounts' | 'targets'>,
): Promise<UnplacedFeed> {
  const at = (key: keyof Feed): string => `feeds.${name}.${key}`;
  const { targets = Object.keys(all) } = feed;
  const { subject, rule, checkIntervalMs } = await readAll({
    targets() {
      if (!targets.every((one) => Object.hasOwn(all, one))) throw new ConfigError(at('targets'), 'must be names of targets of this file');
    },
    account: () => requireAccount(feed, accounts, at),
    quorum() {
      if (feed.quorum > MAX_NODES) throw new ConfigError(at('quorum'), `must be at most ${MAX_NODES}`);
    },
    rule: () => readRule(feed, at),
    checkIntervalMs: () => readCheckInterval(feed, at),
    subject: () => readSubject(name, feed, () => mostTextBytes(targets, all)),
  });
  return {
    name,
    account: feed.account,
    targets,
    subject,
    quorum: feed.quorum,
    rule,
    checkIntervalMs,
    maxPerDay: amountOf(feed.max_per_day),
  };
}

type NameOf = (key: keyof Feed) => string;

function requireAccount(feed: Feed, accounts: ConfigFile['accounts'], at: NameOf): void {
  if (!Object.hasOwn(accounts, feed.account)) throw new ConfigError(at('account'), 'must be the name of an account of this file');
  const isMoney = KEEPER_ACCOUNT_KINDS[accountOf(accounts, feed.account).kind].unit === 'atomic units';
  if (isMoney && feed.max_per_day === undefined)
    throw new ConfigError(at('max_per_day'), 'is required where rounds are paid for by themselves');
}

function readRule(feed: Feed, at: NameOf): FeedRule {
  const heartbeat = feed.heartbeat_seconds;
  const lead = feed.lead_seconds ?? Math.min(MAX_DEFAULT_LEAD_SECONDS, heartbeat / LEADS_PER_HEARTBEAT);
  if (lead >= heartbeat) throw new ConfigError(at('lead_seconds'), 'must be shorter than heartbeat_seconds');
  return { heartbeatMs: heartbeat * 1_000, leadMs: lead * 1_000, deviationBps: feed.deviation_basis_points ?? null };
}

function readCheckInterval(feed: Feed, at: NameOf): number {
  const heartbeat = feed.heartbeat_seconds;
  const byDefault = Math.max(1, Math.min(MAX_DEFAULT_CHECK_SECONDS, Math.floor(heartbeat / CHECKS_PER_HEARTBEAT)));
  const interval = feed.check_interval_seconds ?? byDefault;
  if (interval > heartbeat) throw new ConfigError(at('check_interval_seconds'), 'must be at most heartbeat_seconds');
  return interval * 1_000;
}

/** The most bytes of a text that all targets of a feed can show. */
function mostTextBytes(names: readonly string[], targets: ConfigFile['targets']): number {
  return Math.min(
    ...names.map((name) => {
      const kind = targets[name]?.kind;
      return kind === undefined ? Infinity : (TARGET_KINDS[kind].maxTextBytes ?? Infinity);
    }),
  );
}

/** Reads the source or the index of a feed, whose text the keeper shows on the ledger once. */
async function readSubject(name: string, feed: Feed, mostBytes: () => number): Promise<Subject> {
  const subject = await namedSubject(name, feed);
  const most = mostBytes();
  if (shownText(subject).length > most)
    throw new ConfigError(
      keyOf(name, feed),
      `must have at most ${most} bytes in its canonical form, which readers on the ledger need: shorten it`,
    );
  return subject;
}

async function namedSubject(name: string, feed: Feed): Promise<Subject> {
  const { source, api_config: apiConfig, api_configs: apiConfigs, combine } = feed;
  const key = keyOf(name, feed);
  if ([source, apiConfig, apiConfigs].filter((form) => form !== undefined).length !== 1)
    throw new ConfigError(`feeds.${name}.source`, 'is required, or api_config or api_configs instead; never two of them');
  try {
    if (source !== undefined) return await cataloguedSubject(source, key);
    if ((apiConfigs === undefined) !== (combine === undefined))
      throw new ConfigError(`feeds.${name}.combine`, 'must come with api_configs: a feed has one value');
    return parseSubject({ apiConfig, ...(apiConfigs === undefined ? {} : { apiConfigs }), combine });
  } catch (error) {
    if (!(error instanceof ApiConfigError)) throw error;
    const field = error.field.replace(/^apiConfigs/, 'api_configs').replace(/^apiConfig/, 'api_config');
    throw new ConfigError(`feeds.${name}.${field}`, error.rule);
  }
}

/** The member of a feed that describes its source or index. */
function keyOf(name: string, { source, api_config: apiConfig }: Feed): string {
  const key = source !== undefined ? 'source' : apiConfig !== undefined ? 'api_config' : 'api_configs';
  return `feeds.${name}.${key}`;
}

async function cataloguedSubject(source: string, key: string): Promise<Subject> {
  try {
    const found = isFeedName(source) ? await builtInFeed(source) : null;
    if (found === null) throw new ConfigError(key, 'must be a feed of the built-in catalogue: oracle-gateway feeds lists them');
    return isIndex(found.source) ? indexSubject(found.source.apiConfigs, found.source.combine) : sourceSubject(found.source);
  } catch (error) {
    // A provider without such a feed.
    throw error instanceof UsageError ? new ConfigError(key, error.rule) : error;
  }
}

function amountOf(atomic: number | undefined): bigint | null {
  return atomic === undefined ? null : BigInt(atomic);
}
