import type { Mistake } from './mistake.js';

const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';

/** Mistakes that an operator of any program can make. The good configuration has `solana.rpc_url`. */
export const sharedMistakes: readonly Mistake[] = [
  { what: 'no RPC server', set: { 'solana.rpc_url': undefined }, key: 'solana.rpc_url', rule: 'is required' },
  { what: 'an RPC server by WebSocket', set: { 'solana.rpc_url': 'wss://hunter2.example' }, key: 'solana.rpc_url', rule: 'must be a URL' },
  { what: 'an RPC URL that is a number', set: { 'solana.rpc_url': 8_899 }, key: 'solana.rpc_url', rule: 'must be an http or https URL' },
  {
    what: 'a public RPC server without TLS',
    set: { 'solana.rpc_url': 'http://rpc.example.com/hunter2' },
    key: 'solana.rpc_url',
    rule: 'must start with https: for a public host',
  },
  {
    what: 'an RPC URL twice',
    set: { 'solana.rpc_urls': ['https://rpc.example'] },
    reads: ['solana.rpc_url'],
    key: 'solana.rpc_urls',
    rule: 'must not stand beside solana.rpc_url',
  },
  ...(
    [
      ['absent', 'there is no'],
      ['folder', 'is a folder'],
      ['open.password', 'run chmod 600'],
      ['empty', 'must be a URL'],
      ['public.url', 'must start with https:'],
      ['rpc-urls', 'must name at most 8 servers'],
    ] as const
  ).map(([file, rule]) => ({
    what: `an RPC URL in a file: ${file}`,
    set: { 'solana.rpc_url': undefined, 'solana.rpc_url_path': `FOLDER/${file}` },
    key: 'solana.rpc_url_path',
    rule,
  })),
  {
    what: 'a cluster by its nickname',
    set: { 'solana.network': 'solana:mainnet-beta' },
    key: 'solana.network',
    rule: 'mainnet is solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  },
  { what: 'a network that is not of Solana', set: { 'solana.network': 'eip155:1' }, key: 'solana.network', rule: 'must be a CAIP-2 id' },
  { what: 'a whole genesis hash', set: { 'solana.network': `${DEVNET}Mzc` }, key: 'solana.network', rule: 'must be a CAIP-2 id' },
  { what: 'no program', set: { 'solana.program_id': undefined }, key: 'solana.program_id', rule: 'is required' },
  {
    what: 'a program in hex',
    set: { 'solana.program_id': 'ab'.repeat(32) },
    key: 'solana.program_id',
    rule: 'must be an address in base58',
  },
  { what: 'a misspelt key', set: { 'solana.netwrok': 'x' }, key: 'solana.netwrok', rule: 'did you mean solana.network?' },
  { what: 'a port that is none', set: { 'metrics.port': 65_536 }, key: 'metrics.port', rule: 'must be an integer from 0 to 65535' },
  { what: 'a port as a text', set: { 'metrics.port': '9464' }, key: 'metrics.port', rule: 'must be an integer from 0 to 65535' },
  { what: 'a host with a space', set: { 'metrics.host': 'a b' }, key: 'metrics.host', rule: 'must be a host name or an IP address' },
  { what: 'a level that is none', set: { 'log.level': 'verbose' }, key: 'log.level', rule: 'must be one of fatal, error, warn' },
  { what: 'a value in the place of a table', set: { log: 'info' }, key: 'log', rule: 'must be a table' },
  { what: 'a misspelt table', set: { metric: { port: 1 } }, key: 'metric', rule: 'did you mean metrics?' },
  { what: 'a key in the wrong table', set: { 'log.program_id': 'x' }, key: 'log.program_id', rule: 'it belongs to solana.program_id' },
  { what: 'a key of the root', set: { level: 'info' }, key: 'level', rule: 'it belongs to log.level' },
];

/** Mistakes in the place of Redis. The good configuration has the URL of one server at `urlKey`. */
export function redisMistakes(urlKey: string): readonly Mistake[] {
  const one = { [urlKey]: 'redis://127.0.0.1:6379' };
  const sentinels = { [urlKey]: undefined, 'redis.sentinel.name': 'oracle', 'redis.sentinel.hosts': ['10.0.0.1:26379'] };
  const rows: readonly Omit<Mistake, 'reads'>[] = [
    { what: 'no Redis', set: { [urlKey]: undefined }, key: urlKey, rule: 'or redis.sentinel.hosts for Sentinels, or redis.cluster.nodes' },
    { what: 'Redis by http', set: { [urlKey]: 'http://hunter2' }, key: urlKey, rule: 'must be a URL that starts with redis:' },
    { what: 'one server and Sentinels', set: { ...sentinels, ...one }, key: 'redis.sentinel.hosts', rule: 'must not stand beside' },
    {
      what: 'Sentinels and a Cluster',
      set: { ...sentinels, 'redis.cluster.nodes': ['10.0.0.1:6379'] },
      key: 'redis.cluster.nodes',
      rule: 'must not stand beside',
    },
    {
      what: 'Sentinels without a name',
      set: { ...sentinels, 'redis.sentinel.name': undefined },
      key: 'redis.sentinel.name',
      rule: 'is required',
    },
    { what: 'a name without Sentinels', set: { 'redis.sentinel.name': 'oracle' }, key: 'redis.sentinel.hosts', rule: 'is required' },
    {
      what: 'a Sentinel without a port',
      set: { ...sentinels, 'redis.sentinel.hosts': ['10.0.0.1:26379', 'hunter2'] },
      key: 'redis.sentinel.hosts[1]',
      rule: 'must be host:port',
    },
    { what: 'TLS beside a plain URL', set: { 'redis.tls': true }, key: 'redis.tls', rule: 'write rediss: in' },
    { what: 'a user without a password', set: { 'redis.username': 'gateway' }, key: 'redis.username', rule: 'needs a password' },
    {
      what: 'a password twice',
      set: { [urlKey]: 'redis://:hunter2@127.0.0.1', 'redis.password_path': 'FOLDER/password' },
      key: 'redis.password_path',
      rule: 'must not stand beside a login',
    },
    ...(
      [
        ['absent', 'there is no'],
        ['folder', 'is a folder'],
        ['empty', 'is empty'],
        ['open.password', 'run chmod 600'],
      ] as const
    ).map(([file, rule]) => ({
      what: `a password in a file: ${file}`,
      set: { 'redis.password_path': `FOLDER/${file}` },
      key: 'redis.password_path',
      rule,
    })),
    {
      what: 'an authority that is none',
      set: { [urlKey]: 'rediss://127.0.0.1', 'redis.tls_ca_path': 'FOLDER/password' },
      key: 'redis.tls_ca_path',
      rule: 'in PEM form',
    },
    {
      what: 'a key without its certificate',
      set: { [urlKey]: 'rediss://127.0.0.1', 'redis.tls_key_path': 'FOLDER/password' },
      key: 'redis.tls_certificate_path',
      rule: 'is required beside redis.tls_key_path',
    },
  ];
  return rows.map((row) => ({ ...row, reads: ['redis', urlKey] }));
}
