import { judgeSecretFiles } from '@oracle-gateway/app-config/testing';
import { presentUrl } from '@oracle-gateway/ledger';
import { ConfigFile } from './config-schema.js';
import { loadConfig } from './config.js';

judgeSecretFiles({
  schema: ConfigFile,
  load: loadConfig,
  good: {
    solana: {
      rpc_url: 'http://127.0.0.1:8899',
      program_id: '11111111111111111111111111111112',
      network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    },
    node: { index: 0, secret_key_path: 'FOLDER/signing.key' },
  },
  renewed: {
    'solana.rpc_url_path': {
      set: { 'solana.rpc_url': undefined },
      texts: ['https://rpc.example/?key=first', 'https://rpc.example/?key=second'],
      read: ({ secrets }) => secrets.rpcUrls.map(presentUrl).join(' '),
    },
  },
  atStart: {
    'node.secret_key_path': 'a key: registered on the ledger, with the previous ones beside it',
    'node.previous_secret_key_paths': 'the same',
    'node.encryption_key_path': 'a key: registered on the ledger, with the previous one beside it',
    'node.previous_encryption_key_path': 'the same',
    'faults.token_path': 'faults are for tests, on loopback alone',
  },
});
