import { judgeSecretFiles, redisPasswordIn } from '@oracle-gateway/app-config/testing';
import { presentUrl } from '@oracle-gateway/ledger';
import { ConfigFile } from './config-schema.js';
import { loadConfig } from './config.js';

const TLS = 'certificates of connections: a restart';

judgeSecretFiles({
  schema: ConfigFile,
  load: loadConfig,
  good: {
    gateways: { main: { url: 'https://oracle.example' } },
    solana: {
      rpc_url: 'http://127.0.0.1:8899',
      program_id: '11111111111111111111111111111112',
      network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    },
    redis: { url: 'redis://127.0.0.1:6379', sentinel: {} },
    targets: { solana: { kind: 'solana', keypair_path: 'FOLDER/keypair.json' } },
    accounts: { owner: { kind: 'owner', keypair_path: 'FOLDER/keypair.json' } },
    feeds: { btc: { source: 'coinbase/btc-usd', account: 'owner', quorum: 3, heartbeat_seconds: 3_600 } },
  },
  renewed: {
    'solana.rpc_url_path': {
      set: { 'solana.rpc_url': undefined },
      texts: ['https://rpc.example/?key=first', 'https://rpc.example/?key=second'],
      read: ({ secrets }) => secrets.rpcUrls.map(presentUrl).join(' '),
    },
    'redis.password_path': { texts: ['first', 'second'], read: ({ secrets }) => redisPasswordIn(secrets.redisLocation, 'password') },
    'redis.sentinel.password_path': {
      set: { 'redis.url': undefined, 'redis.sentinel.hosts': ['127.0.0.1:26379'], 'redis.sentinel.name': 'primary' },
      texts: ['first', 'second'],
      read: ({ secrets }) => redisPasswordIn(secrets.redisLocation, 'sentinelPassword'),
    },
  },
  atStart: {
    'targets.<name>.keypair_path': 'a key: a restart with another one',
    'targets.<name>.key_path': 'a key: a restart with another one',
    'targets.<name>.rpc_url_path': 'servers of a chain beside Solana: a restart',
    'accounts.<name>.keypair_path': 'a key: a restart with another one',
    'redis.tls_ca_path': TLS,
    'redis.tls_certificate_path': TLS,
    'redis.tls_key_path': TLS,
  },
});
