import type { LedgerOptions } from '@oracle-gateway/client';

export interface KeeperFeed {
  readonly gateway: string;
  readonly ledger: LedgerOptions;
  /** A source, or an index, as a request has it. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Such as `coinbase/btc-usd`; undefined for a source of the visitor's own. */
  readonly feed: string | undefined;
  readonly quorum: number;
  readonly heartbeatSeconds: number;
  readonly deviationBps: number;
}

const SECONDS_PER_DAY = 86_400;
/** The keeper's own defaults. */
const MOST_LEAD_SECONDS = 120;
const MOST_CHECK_SECONDS = 15;
/** Room for deviations and failures beside the heartbeats. */
const MOST_PER_HEARTBEAT = 2;

/** Rounds that a keeper buys a day for a value that moves less than the deviation, by its own defaults of lead and checks. */
export function roundsADay(heartbeatSeconds: number): number {
  const lead = Math.min(MOST_LEAD_SECONDS, heartbeatSeconds / 4);
  const check = Math.max(1, Math.min(MOST_CHECK_SECONDS, Math.floor(heartbeatSeconds / 10)));
  return Math.ceil(SECONDS_PER_DAY / (Math.ceil((heartbeatSeconds - lead) / check) * check));
}

/** The text of `keeper.toml` for one feed. */
export function keeperFile({ gateway, ledger, members, feed, quorum, heartbeatSeconds, deviationBps }: KeeperFeed): string {
  const source = feed === undefined ? sourceLines(members) : [`source = ${text(feed)}`];
  return [
    '[gateways.main]',
    `url = ${text(gateway)}`,
    '',
    '[solana]',
    `rpc_url = ${text(ledger.rpcUrl)}`,
    `program_id = ${text(ledger.programId)}`,
    `network = ${text(ledger.network)}`,
    '',
    '[redis]',
    'url = "redis://127.0.0.1:6379"',
    '',
    '[targets.solana]',
    'kind = "solana"',
    'keypair_path = "payer.json"         # pays for transactions: solana-keygen new -o payer.json',
    '',
    '[accounts.subscription]',
    'kind = "owner"',
    'keypair_path = "subscription.json"  # the key of your subscription',
    '',
    `[feeds.${feedName(feed)}]`,
    ...source,
    'account = "subscription"',
    `quorum = ${quorum}`,
    `heartbeat_seconds = ${heartbeatSeconds}`,
    `deviation_basis_points = ${deviationBps}`,
    `max_per_day = ${roundsADay(heartbeatSeconds) * MOST_PER_HEARTBEAT}`,
    '',
  ].join('\n');
}

function feedName(feed: string | undefined): string {
  const name = (feed ?? '').split('/').at(-1) ?? '';
  return /^[a-z0-9_-]+$/.test(name) ? name : 'my-feed';
}

function sourceLines(members: Readonly<Record<string, unknown>>): readonly string[] {
  if (!('apiConfigs' in members)) return [`api_config = ${value(members)}`];
  return [`api_configs = ${value(members['apiConfigs'])}`, `combine = ${value(members['combine'])}`];
}

/** Any value of JSON but null, which a source has nowhere, on one line of TOML. */
function value(json: unknown): string {
  if (Array.isArray(json)) return `[${json.map(value).join(', ')}]`;
  if (typeof json === 'object' && json !== null) {
    const members = Object.entries(json).map(([name, member]) => `${/^[\w-]+$/.test(name) ? name : text(name)} = ${value(member)}`);
    return `{ ${members.join(', ')} }`;
  }
  return typeof json === 'string' ? text(json) : String(json);
}

/** A basic string of TOML has the escapes of JSON; it forbids U+007F besides. */
function text(plain: string): string {
  return JSON.stringify(plain).replaceAll('\u007f', String.raw`\u007f`);
}
