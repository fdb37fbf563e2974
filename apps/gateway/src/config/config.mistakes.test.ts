import {
  apart,
  createMistakenConfigs,
  type Mistake,
  type MistakenConfigs,
  redisMistakes,
  sharedMistakes,
} from '@oracle-gateway/app-config/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from './config.js';

const OWNER = '5bSkQ6eTxtmYN9SpMwSxbdBuArTVy6vxdbQTR2LeLiQ5';

const GOOD = {
  server: { host: '127.0.0.1', port: 8_080, public_origin: 'https://oracle.example' },
  solana: {
    rpc_url: 'http://127.0.0.1:8899',
    program_id: '11111111111111111111111111111112',
    network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  },
  settlement: { db_path: 'redis://127.0.0.1:6379', gateway_keypair_path: 'FOLDER/keypair.json' },
  redis: { sentinel: {}, cluster: {} },
  outbox: { mark_path: 'FOLDER/mark.json' },
  agent: { enabled: true },
  sessions: { enabled: true },
  x402: { enabled: true, facilitator_url: 'https://facilitator.example' },
  rounds: {},
  simulate: {},
  providers: { enabled: ['frankfurter', 'coingecko'], sponsored: ['coingecko'], key_paths: { coingecko: 'FOLDER/password' } },
  public_feeds: { enabled: true, owner: OWNER, feeds: ['frankfurter/eur-usd'] },
  explorer: { enabled: true, rpc_urls: ['https://rpc.example'] },
  sources: {},
  metrics: { port: 9_464 },
  log: { level: 'info' },
};

/** Mistakes with the gateway's keypair. */
const KEYPAIR_MISTAKES = (
  [
    ['absent.json', 'there is no'],
    ['folder', 'is a folder'],
    ['open.json', 'run chmod 600'],
    ['marked.json', 'without a byte order mark'],
    ['short.json', 'must hold a keypair: a JSON array of 64 bytes'],
    ['signing.key', 'must hold a keypair: a JSON array of 64 bytes'],
    ['halves.json', 'whose public key belongs to its secret key'],
  ] as const
).map(([file, rule]) => ({
  what: `a keypair file: ${file}`,
  set: { 'settlement.gateway_keypair_path': `FOLDER/${file}` },
  reads: ['solana.program_id'],
  key: 'settlement.gateway_keypair_path',
  rule,
}));

const MISTAKES: readonly Mistake[] = [
  ...sharedMistakes,
  ...redisMistakes('settlement.db_path'),
  ...KEYPAIR_MISTAKES,
  { what: 'a port of the public', set: { 'server.port': 65_536 }, key: 'server.port', rule: 'must be an integer from 0 to 65535' },
  { what: 'a misspelt key of the server', set: { 'server.prot': 80 }, key: 'server.prot', rule: 'did you mean server.port?' },
  {
    what: 'an origin with a path',
    set: { 'server.public_origin': 'https://oracle.example/v1' },
    key: 'server.public_origin',
    rule: 'must be an origin',
  },
  {
    what: 'a public origin without TLS',
    set: { 'server.public_origin': 'http://oracle.example' },
    key: 'server.public_origin',
    rule: 'must start with https: for a public host',
  },
  {
    what: 'no public origin for sessions',
    set: { 'server.public_origin': undefined },
    key: 'server.public_origin',
    rule: 'is required where sessions.enabled is true',
    reads: ['sessions.enabled', 'x402.enabled'],
  },
  ...['ops@oracle.example', 'http://oracle.example/report', 'mailto:ops', 'https://oracle.example/\nExpires: never'].map((contact) => ({
    what: `a contact of security.txt: ${JSON.stringify(contact)}`,
    set: { 'server.security_contact': contact },
    key: 'server.security_contact',
    rule: 'must be a URL that starts with mailto: or https:',
  })),
  {
    what: 'a proxy by its name',
    set: { 'server.trusted_proxies': ['proxy'] },
    key: 'server.trusted_proxies[0]',
    rule: 'must be an IP address or a CIDR range',
  },
  {
    what: 'a range of all addresses',
    set: { 'server.trusted_proxies': ['10.0.0.0/8', '0.0.0.0/0'] },
    key: 'server.trusted_proxies[1]',
    rule: 'a prefix of at least 1',
  },
  {
    what: 'an origin of browsers with a slash',
    set: { 'server.cors_origins': ['https://a.example/'] },
    key: 'server.cors_origins[0]',
    rule: 'must be an origin',
  },
  {
    what: 'a rate in words',
    set: { 'server.rate_limits': { rounds_per_minute: 'many' } },
    key: 'server.rate_limits.rounds_per_minute',
    rule: 'must be an integer',
  },
  {
    what: 'one port for two listeners',
    set: { 'metrics.port': 8_080 },
    key: 'metrics.port',
    rule: 'must differ from server.port',
    reads: ['server.port'],
  },
  { what: 'a mint that is none', set: { 'solana.usdc_mint': 'usdc' }, key: 'solana.usdc_mint', rule: 'must be an address in base58' },
  { what: 'a switch as a text', set: { 'agent.enabled': 'yes' }, key: 'agent.enabled', rule: 'must be boolean' },
  {
    what: 'a skew beyond the limit',
    set: { 'agent.timestamp_skew_seconds': 301 },
    key: 'agent.timestamp_skew_seconds',
    rule: 'must be an integer from 1 to 300',
  },
  {
    what: 'a session of a second',
    set: { 'sessions.max_ttl_seconds': 1 },
    key: 'sessions.max_ttl_seconds',
    rule: 'must be an integer from 60 to 86400',
  },
  {
    what: 'no facilitator',
    set: { 'x402.facilitator_url': undefined },
    key: 'x402.facilitator_url',
    rule: 'is required, or x402.facilitator_url_path',
    reads: ['x402'],
  },
  {
    what: 'two facilitators',
    set: { 'x402.facilitator_keypair_path': 'FOLDER/keypair.json' },
    key: 'x402.facilitator_url',
    rule: 'excludes x402.facilitator_keypair_path',
    reads: ['x402'],
  },
  {
    what: 'a facilitator with a login',
    set: { 'x402.facilitator_url': 'https://a:hunter2@facilitator.example' },
    key: 'x402.facilitator_url',
    rule: 'no user name and no password',
    reads: ['x402'],
  },
  {
    what: 'a public facilitator without TLS',
    set: { 'x402.facilitator_url': 'http://facilitator.example/hunter2' },
    key: 'x402.facilitator_url',
    rule: 'must start with https:',
    reads: ['x402'],
  },
  {
    what: 'headers that are a text',
    set: { 'x402.facilitator_headers_path': 'FOLDER/words.json' },
    key: 'x402.facilitator_headers_path',
    rule: 'must be a JSON object',
    reads: ['x402'],
  },
  {
    what: 'no keypair',
    set: { 'settlement.gateway_keypair_path': undefined },
    key: 'settlement.gateway_keypair_path',
    rule: 'is required, here or in ORACLE_GATEWAY_KEYPAIR',
  },
  {
    what: 'no mark',
    set: { 'outbox.mark_path': undefined },
    key: 'outbox.mark_path',
    rule: 'is required: name a file on a disk that outlives the process',
    reads: ['outbox.allow_unmarked'],
  },
  {
    what: 'a mark in no folder',
    set: { 'outbox.mark_path': 'FOLDER/none/mark.json' },
    key: 'outbox.mark_path',
    rule: 'in a folder that this user can write; there is no',
    reads: ['outbox.allow_unmarked'],
  },
  {
    what: 'a mark in a file',
    set: { 'outbox.mark_path': 'FOLDER/keypair.json/mark.json' },
    key: 'outbox.mark_path',
    rule: 'must be in a folder',
    reads: ['outbox.allow_unmarked'],
  },
  {
    what: 'a mark in the wrong table',
    set: { 'settlement.mark_path': 'FOLDER/mark.json' },
    key: 'settlement.mark_path',
    rule: 'it belongs to outbox.mark_path',
  },
  { what: 'six replicas', set: { 'outbox.min_replicas': 6 }, key: 'outbox.min_replicas', rule: 'must be an integer from 0 to 5' },
  {
    what: 'steps that do not fit the deadline',
    set: { 'rounds.deadline_ms': 15_000 },
    key: 'rounds.deadline_ms',
    rule: 'must be at least observe_deadline_ms + 2',
    reads: ['rounds'],
  },
  {
    what: 'half a round',
    set: { 'rounds.max_concurrent': 1.5 },
    key: 'rounds.max_concurrent',
    rule: 'must be an integer from 1 to 1024',
    reads: ['rounds'],
  },
  { what: 'a negative rate', set: { 'simulate.per_minute': -1 }, key: 'simulate.per_minute', rule: 'must be an integer from 1 to 1000000' },
  {
    what: 'a provider that is not in the catalogue',
    set: { 'providers.enabled': ['frankfurter', 'coingecko', 'absent'] },
    key: 'providers.enabled[2]',
    rule: 'must be one of coinbase',
  },
  {
    what: 'a provider file that is not there',
    set: { 'providers.files': ['FOLDER/provider.json'] },
    key: 'providers.files[0]',
    rule: 'there is no',
  },
  {
    what: 'a sponsored provider that takes no credential',
    set: { 'providers.sponsored': ['coingecko', 'frankfurter'] },
    key: 'providers.sponsored[1]',
    rule: 'must be a provider that is served and takes a credential',
  },
  {
    what: 'a credential that is not there',
    set: { 'providers.key_paths': {} },
    key: 'ORACLE_GATEWAY_PROVIDER_KEY_COINGECKO',
    rule: 'or the file of providers.key_paths.coingecko',
    reads: ['providers.sponsored'],
  },
  {
    what: 'a credential of a provider without one',
    set: { 'providers.key_paths.kraken': 'FOLDER/password' },
    key: 'providers.key_paths.kraken',
    rule: 'that providers.sponsored names',
    reads: ['providers.sponsored'],
  },
  {
    what: 'a spacing in seconds',
    set: { 'providers.spacing': ['api.example.com=1s'] },
    key: 'providers.spacing[0]',
    rule: 'must be host=milliseconds',
  },
  {
    what: 'a spacing twice',
    set: { 'providers.spacing': ['api.example.com=1', 'api.example.com=2'] },
    key: 'providers.spacing[1]',
    rule: 'must not name a host twice',
  },
  {
    what: 'feeds without an owner',
    set: { 'public_feeds.owner': undefined },
    key: 'public_feeds.owner',
    rule: 'is required where public_feeds.feeds names a feed',
    reads: ['public_feeds', 'providers.enabled'],
  },
  {
    what: 'a feed that its provider has not',
    set: { 'public_feeds.feeds': ['frankfurter/none'] },
    key: 'public_feeds.feeds[0]',
    rule: 'must be a feed of its provider',
    reads: ['public_feeds', 'providers.enabled'],
  },
  { what: 'a page without a ledger', set: { 'explorer.rpc_urls': [] }, key: 'explorer.rpc_urls', rule: 'must name a server' },
  {
    what: 'a page that was not built',
    set: { 'explorer.files_path': 'FOLDER/none' },
    key: 'explorer.files_path',
    rule: 'must name a folder that can be read; there is no',
  },
  {
    what: 'a demo key for the public',
    set: { 'server.host': '0.0.0.0', 'explorer.demo_keypair_path': 'FOLDER/keypair.json' },
    key: 'explorer.demo_keypair_path',
    rule: 'must be left out unless server.host is a loopback address',
  },
  { what: 'a source without a port', set: { 'sources.allowed': ['127.0.0.1'] }, key: 'sources.allowed[0]', rule: 'must be host:port' },
  {
    what: 'a key without its table',
    set: { facilitator_url: 'https://facilitator.example' },
    key: 'facilitator_url',
    rule: 'it belongs to x402.facilitator_url',
  },
];

let configs: MistakenConfigs;
beforeAll(async () => {
  configs = await createMistakenConfigs({ good: GOOD, load: loadConfig });
});
afterAll(() => configs.close());

it('the configuration without a mistake is accepted', async () => {
  expect(await configs.faultsWith([])).toEqual([]);
});

it.each(MISTAKES)('$what is refused by $key, and no value is repeated', async (mistake) => {
  const faults = await configs.faultsWith([mistake]);
  expect(faults).toContainEqual({ key: mistake.key, rule: expect.stringContaining(mistake.rule) as string });
  expect(JSON.stringify(faults)).not.toContain('hunter2');
});

it('all mistakes of a file are told at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...MISTAKES], { minLength: 2, maxLength: 12 }), async (drawn) => {
      const chosen = apart(drawn);
      const keys = (await configs.faultsWith(chosen)).map(({ key }) => key);
      expect(keys).toEqual(expect.arrayContaining(chosen.map(({ key }) => key)));
    }),
    { numRuns: 60 },
  );
});
