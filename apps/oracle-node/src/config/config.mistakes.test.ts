import { judgeMistakes, type Mistake, sharedMistakes } from '@oracle-gateway/app-config/testing';
import { loadConfig } from './config.js';

const GOOD = {
  server: { host: '127.0.0.1', port: 7_100 },
  solana: {
    rpc_url: 'http://127.0.0.1:8899',
    program_id: '11111111111111111111111111111112',
    network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  },
  node: { index: 0, secret_key_path: 'FOLDER/signing.key', encryption_key_path: 'FOLDER/encryption.key' },
  registry: {},
  limits: {},
  sources: {},
  faults: {},
  metrics: { port: 9_464 },
  log: { level: 'info' },
};

/** Mistakes with the signing key. */
const KEY_MISTAKES = (
  [
    ['absent.key', 'there is no'],
    ['folder', 'is a folder'],
    ['open.password', 'run chmod 600'],
    ['empty', 'must hold 32 bytes in hex'],
    ['short.key', 'must hold 32 bytes in hex'],
    ['keypair.json', 'must hold 32 bytes in hex'],
    ['marked.json', 'without a byte order mark'],
  ] as const
).map(([file, rule]) => ({
  what: `a signing key file: ${file}`,
  set: { 'node.secret_key_path': `FOLDER/${file}` },
  key: 'node.secret_key_path',
  rule,
}));

const MISTAKES: readonly Mistake[] = [
  ...sharedMistakes,
  ...KEY_MISTAKES,
  { what: 'no slot', set: { 'node.index': undefined }, key: 'node.index', rule: 'is required' },
  { what: 'a slot beyond the registry', set: { 'node.index': 64 }, key: 'node.index', rule: 'must be an integer from 0 to 63' },
  {
    what: 'no signing key',
    set: { 'node.secret_key_path': undefined },
    key: 'node.secret_key_path',
    rule: 'is required, here or in ORACLE_NODE_SECRET_KEY',
  },
  {
    what: 'the encryption key as signing key',
    set: { 'node.secret_key_path': 'FOLDER/encryption.key' },
    key: 'node.secret_key_path',
    rule: 'and holds the encryption key; exchange the two',
  },
  {
    what: 'the signing key as encryption key',
    set: { 'node.encryption_key_path': 'FOLDER/signing.key' },
    key: 'node.encryption_key_path',
    rule: 'and holds the signing key; exchange the two',
  },
  {
    what: 'one key for both',
    set: { 'node.encryption_key_path': 'FOLDER/plain.key' },
    key: 'node.encryption_key_path',
    rule: 'must not hold a signing key of this node',
    reads: ['node'],
  },
  {
    what: 'an earlier encryption key that is not there',
    set: { 'node.previous_encryption_key_path': 'FOLDER/absent.key' },
    key: 'node.previous_encryption_key_path',
    rule: 'there is no',
    reads: ['node.encryption_key_path'],
  },
  {
    what: 'the present key among the earlier ones',
    set: { 'node.previous_secret_key_paths': ['FOLDER/plain.key'] },
    key: 'node.previous_secret_key_paths',
    rule: 'each of another key',
    reads: ['node'],
  },
  {
    what: 'a signing key in the environment that is none',
    set: {},
    key: 'ORACLE_NODE_SECRET_KEY',
    rule: 'must hold 32 bytes in hex',
    reads: ['node'],
    environment: { ORACLE_NODE_SECRET_KEY: 'hunter2' },
  },
  {
    what: 'a view older than two reads',
    set: { 'registry.max_age_seconds': 9 },
    key: 'registry.max_age_seconds',
    rule: 'must be at least twice registry.poll_interval_seconds',
    reads: ['registry'],
  },
  {
    what: 'no wait between two reads',
    set: { 'registry.poll_interval_seconds': 0 },
    key: 'registry.poll_interval_seconds',
    rule: 'must be an integer from 1 to 300',
    reads: ['registry'],
  },
  {
    what: 'a key of the server in the table of the node',
    set: { 'node.poll_interval_seconds': 5 },
    key: 'node.poll_interval_seconds',
    rule: 'it belongs to registry.poll_interval_seconds',
  },
  {
    what: 'no connections',
    set: { 'limits.max_connections': 0 },
    key: 'limits.max_connections',
    rule: 'must be an integer from 4 to 65535',
  },
  {
    what: 'a fetch of a minute',
    set: { 'limits.fetch_timeout_ms': 60_000 },
    key: 'limits.fetch_timeout_ms',
    rule: 'must be an integer from 100 to 10000',
  },
  { what: 'threads without end', set: { 'sources.threads': 65 }, key: 'sources.threads', rule: 'must be an integer from 1 to 64' },
  { what: 'an allowed source as a URL', set: { 'sources.allowed': ['http://a:1'] }, key: 'sources.allowed[0]', rule: 'must be host:port' },
  {
    what: 'a fixture beyond loopback',
    set: { 'sources.fixtures': { 'https://api.example': 'http://10.0.0.1:80' } },
    key: 'sources.fixtures',
    rule: 'must lead to origins http://127.0.0.1:port',
    reads: ['sources', 'solana.network'],
  },
  {
    what: 'fixtures on mainnet',
    set: {
      'sources.fixtures': { 'https://api.example': 'http://127.0.0.1:80' },
      'solana.network': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    },
    key: 'sources.fixtures',
    rule: 'must be empty on mainnet',
    reads: ['sources'],
  },
  {
    what: 'faults without a token',
    set: { 'faults.enabled': true },
    key: 'faults.token',
    rule: 'is required when faults.enabled is true',
    reads: ['faults', 'server.host'],
  },
  {
    what: 'faults for the public',
    set: { 'faults.enabled': true, 'faults.token': '0123456789abcdef', 'server.host': '0.0.0.0' },
    key: 'faults.enabled',
    rule: 'must be false unless server.host is a loopback address',
    reads: ['faults'],
  },
  {
    what: 'a short token',
    set: { 'faults.token': 'hunter2' },
    key: 'faults.token',
    rule: 'must be 16 to 256 characters',
    reads: ['faults'],
  },
  {
    what: 'a short token in a file',
    set: { 'faults.token_path': 'FOLDER/password' },
    key: 'faults.token_path',
    rule: '16 to 256 characters',
    reads: ['faults', 'server.host'],
  },
  {
    what: 'one port for two listeners',
    set: { 'metrics.port': 7_100 },
    key: 'metrics.port',
    rule: 'must differ from server.port',
    reads: ['server.port'],
  },
];

judgeMistakes({ good: GOOD, load: loadConfig, mistakes: MISTAKES });
