import { judgeSecretFiles, redisPasswordIn } from '@oracle-gateway/app-config/testing';
import { presentUrl } from '@oracle-gateway/ledger';
import { ConfigFile } from './config-schema.js';
import { loadConfig } from './config.js';

const TLS = 'certificates of connections: a restart';

judgeSecretFiles({
  schema: ConfigFile,
  load: loadConfig,
  good: {
    solana: {
      rpc_url: 'http://127.0.0.1:8899',
      program_id: '11111111111111111111111111111112',
      network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    },
    settlement: { db_path: 'redis://127.0.0.1:6379', gateway_keypair_path: 'FOLDER/keypair.json' },
    redis: { sentinel: {} },
  },
  renewed: {
    'solana.rpc_url_path': {
      set: { 'solana.rpc_url': undefined },
      texts: ['https://rpc.example/?key=first', 'https://rpc.example/?key=second'],
      read: ({ secrets }) => secrets.rpcUrls.map(presentUrl).join(' '),
    },
    'redis.password_path': { texts: ['first', 'second'], read: ({ secrets }) => redisPasswordIn(secrets.outboxLocation, 'password') },
    'redis.sentinel.password_path': {
      set: { 'settlement.db_path': undefined, 'redis.sentinel.hosts': ['127.0.0.1:26379'], 'redis.sentinel.name': 'primary' },
      texts: ['first', 'second'],
      read: ({ secrets }) => redisPasswordIn(secrets.outboxLocation, 'sentinelPassword'),
    },
  },
  atStart: {
    'settlement.db_path': 'a URL',
    'settlement.gateway_keypair_path': 'a key: exchanged on the ledger, with the next one beside it',
    'settlement.next_gateway_keypair_path': 'the same',
    'settlement.payer_keypair_paths': 'keys: another list takes a restart',
    'redis.tls_ca_path': TLS,
    'redis.tls_certificate_path': TLS,
    'redis.tls_key_path': TLS,
  },
});
