import { judgeSecretFiles, redisPasswordIn } from '@oracle-gateway/app-config/testing';
import { presentUrl } from '@oracle-gateway/ledger';
import { ConfigFileSchema } from './config-schema.js';
import { loadConfig, type Secrets } from './config.js';

const TLS = 'certificates of connections: a restart';

function remoteOf({ facilitator }: Secrets) {
  if (facilitator?.kind !== 'remote') throw new Error('the facilitator is another one');
  return facilitator;
}

judgeSecretFiles({
  schema: ConfigFileSchema,
  load: loadConfig,
  good: {
    server: { public_origin: 'https://oracle.example' },
    solana: {
      rpc_url: 'http://127.0.0.1:8899',
      program_id: '11111111111111111111111111111112',
      network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    },
    settlement: { db_path: 'redis://127.0.0.1:6379', gateway_keypair_path: 'FOLDER/keypair.json' },
    redis: { sentinel: {} },
    outbox: { allow_unmarked: true },
    x402: { enabled: true, facilitator_url: 'https://facilitator.example' },
    providers: { enabled: ['coingecko'], sponsored: ['coingecko'], key_paths: {} },
  },
  renewed: {
    'solana.rpc_url_path': {
      set: { 'providers.sponsored': [], 'solana.rpc_url': undefined },
      texts: ['https://rpc.example/?key=first', 'https://rpc.example/?key=second'],
      read: ({ secrets }) => secrets.rpcUrls.map(presentUrl).join(' '),
    },
    'redis.password_path': {
      set: { 'providers.sponsored': [] },
      texts: ['first', 'second'],
      read: ({ secrets }) => redisPasswordIn(secrets.outboxLocation, 'password'),
    },
    'redis.sentinel.password_path': {
      set: {
        'providers.sponsored': [],
        'settlement.db_path': undefined,
        'redis.sentinel.hosts': ['127.0.0.1:26379'],
        'redis.sentinel.name': 'primary',
      },
      texts: ['first', 'second'],
      read: ({ secrets }) => redisPasswordIn(secrets.outboxLocation, 'sentinelPassword'),
    },
    'x402.facilitator_url_path': {
      set: { 'providers.sponsored': [], 'x402.facilitator_url': undefined },
      texts: ['https://facilitator.example/first', 'https://facilitator.example/second'],
      read: ({ secrets }) => presentUrl(remoteOf(secrets).url),
    },
    'x402.facilitator_headers_path': {
      set: { 'providers.sponsored': [] },
      texts: ['{"authorization":"Bearer first"}', '{"authorization":"Bearer second"}'],
      read: ({ secrets }) => JSON.stringify(remoteOf(secrets).headers.current()),
    },
    'providers.key_paths.<name>': {
      member: 'providers.key_paths.coingecko',
      texts: ['first', 'second'],
      read: ({ secrets }) => secrets.providerKeys.get('coingecko')?.current(),
    },
  },
  atStart: {
    'settlement.db_path': 'a URL',
    'settlement.gateway_keypair_path': 'a key: exchanged on the ledger, with the next one beside it',
    'settlement.next_gateway_keypair_path': 'the same',
    'x402.facilitator_keypair_path': 'a key: a restart with another one',
    'outbox.mark_path': 'no secret',
    'explorer.files_path': 'no secret',
    'explorer.demo_keypair_path': 'a key that every visitor may use',
    'redis.tls_ca_path': TLS,
    'redis.tls_certificate_path': TLS,
    'redis.tls_key_path': TLS,
  },
});
