import { judgeMistakes, type Mistake, redisMistakes, sharedMistakes } from '@oracle-gateway/app-config/testing';
import { loadConfig } from './config.js';

const GOOD = {
  solana: {
    rpc_url: 'http://127.0.0.1:8899',
    program_id: '11111111111111111111111111111112',
    network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  },
  settlement: { db_path: 'redis://127.0.0.1:6379', gateway_keypair_path: 'FOLDER/keypair.json' },
  redis: { sentinel: {}, cluster: {} },
  outbox: {},
  metrics: { port: 9_464 },
  board: { port: 3_001 },
  log: { level: 'info' },
};

const MISTAKES: readonly Mistake[] = [
  ...sharedMistakes,
  ...redisMistakes('settlement.db_path'),
  {
    what: 'a misspelt setting',
    set: { 'settlement.settle_max_attempt': 10 },
    key: 'settlement.settle_max_attempt',
    rule: 'did you mean settlement.settle_max_attempts?',
  },
  {
    what: 'a batch of none',
    set: { 'settlement.settle_batch_limit': 0 },
    key: 'settlement.settle_batch_limit',
    rule: 'must be an integer from 1 to 1000',
  },
  {
    what: 'seconds as a text',
    set: { 'settlement.settle_interval_seconds': '10s' },
    key: 'settlement.settle_interval_seconds',
    rule: 'must be an integer from 1 to 3600',
  },
  {
    what: 'a percentile above 100',
    set: { 'settlement.priority_fee_percentile': 101 },
    key: 'settlement.priority_fee_percentile',
    rule: 'must be an integer from 1 to 100',
  },
  {
    what: 'one port for board and metrics',
    set: { 'board.port': 9_464 },
    reads: ['metrics.port'],
    key: 'board.port',
    rule: 'must differ from metrics.port',
  },
  {
    what: 'a signer that is no socket',
    set: { 'settlement.gateway_keypair_path': 'unix:FOLDER/keypair.json' },
    reads: ['solana.program_id'],
    key: 'settlement.gateway_keypair_path',
    rule: 'must name the socket of a signer',
  },
  {
    what: 'a signer of a payer by a part of its path',
    set: { 'settlement.payer_keypair_paths': ['unix:signer.sock'] },
    key: 'settlement.payer_keypair_paths[0]',
    rule: 'must name a socket by its whole path',
  },
  {
    what: 'a Gateway account that is none',
    set: { 'settlement.gateway_account': 'gateway' },
    key: 'settlement.gateway_account',
    rule: 'must be an address in base58',
  },
  {
    what: 'a bad keypair in the environment',
    set: {},
    environment: { ORACLE_GATEWAY_KEYPAIR: '[hunter2]' },
    reads: ['settlement.gateway_keypair_path', 'solana.program_id', 'settlement.gateway_account'],
    key: 'ORACLE_GATEWAY_KEYPAIR',
    rule: 'must hold a keypair: a JSON array of 64 bytes',
  },
];

judgeMistakes({ good: GOOD, load: loadConfig, mistakes: MISTAKES });
