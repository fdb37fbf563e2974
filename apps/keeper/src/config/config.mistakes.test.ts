import { judgeMistakes, type Mistake, redisMistakes, sharedMistakes } from '@oracle-gateway/app-config/testing';
import { loadConfig } from './config.js';

const OWNER = '5bSkQ6eTxtmYN9SpMwSxbdBuArTVy6vxdbQTR2LeLiQ5';
const SOURCE = { url: 'https://a.example/', method: 'GET' };

const GOOD = {
  gateways: { main: { url: 'https://oracle.example' } },
  solana: {
    rpc_url: 'http://127.0.0.1:8899',
    program_id: '11111111111111111111111111111112',
    network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  },
  redis: { url: 'redis://127.0.0.1:6379', sentinel: {}, cluster: {} },
  targets: { solana: { kind: 'solana', keypair_path: 'FOLDER/keypair.json' } },
  keeper: {},
  accounts: {
    owner: { kind: 'owner', keypair_path: 'FOLDER/keypair.json' },
    escrow: { kind: 'agent', keypair_path: 'FOLDER/keypair.json', max_amount: 10_000 },
  },
  feeds: {
    btc: { source: 'coinbase/btc-usd', account: 'owner', quorum: 3, heartbeat_seconds: 3_600 },
    eth: { api_config: SOURCE, account: 'escrow', quorum: 3, heartbeat_seconds: 3_600, max_per_day: 500_000 },
  },
  metrics: { port: 9_102 },
  log: { level: 'info' },
};

const MISTAKES: readonly Mistake[] = [
  ...sharedMistakes,
  ...redisMistakes('redis.url'),
  { what: 'no gateway', set: { gateways: {} }, key: 'gateways', rule: 'must have at least one gateway' },
  { what: 'no target', set: { targets: {} }, key: 'targets', rule: 'must have at least one target' },
  {
    what: 'a target of no kind',
    set: { 'targets.spare': { kind: 'bank' } },
    key: 'targets.spare.kind',
    rule: 'must be one of solana, evm',
  },
  {
    what: 'a public gateway without TLS',
    set: { 'gateways.main.url': 'http://oracle.example' },
    key: 'gateways.main.url',
    rule: 'must start with https: for a public host',
  },
  {
    what: 'no payer',
    set: { 'targets.solana.keypair_path': undefined },
    key: 'targets.solana.keypair_path',
    rule: 'is required, here or in ORACLE_GATEWAY_KEEPER_TARGET_SOLANA',
  },
  {
    what: 'a payer that is not there',
    set: { 'targets.solana.keypair_path': 'FOLDER/absent.json' },
    key: 'targets.solana.keypair_path',
    rule: 'there is no',
  },
  {
    what: 'a payer that others can read',
    set: { 'targets.solana.keypair_path': 'FOLDER/open.json' },
    key: 'targets.solana.keypair_path',
    rule: 'run chmod 600',
  },
  {
    what: 'a fee above the most',
    set: { 'targets.solana.priority_fee_cap_micro_lamports': 2_000_000_000 },
    key: 'targets.solana.priority_fee_cap_micro_lamports',
    rule: 'must be an integer from 0 to 1000000000',
  },
  {
    what: 'a claim of a second',
    set: { 'keeper.claim_seconds': 1 },
    key: 'keeper.claim_seconds',
    rule: 'must be an integer from 2 to 600',
  },
  {
    what: 'a misspelt setting',
    set: { 'keeper.claim_second': 60 },
    key: 'keeper.claim_second',
    rule: 'did you mean keeper.claim_seconds?',
  },
  {
    what: 'an account of no kind',
    set: { 'accounts.spare': { kind: 'bank', keypair_path: 'FOLDER/keypair.json' } },
    key: 'accounts.spare.kind',
    rule: 'must be one of owner, delegate, agent, x402',
  },
  {
    what: 'a delegate without an owner',
    set: { 'accounts.other': { kind: 'delegate', keypair_path: 'FOLDER/keypair.json' } },
    key: 'accounts.other.subscription_owner',
    rule: 'is required for an account of kind delegate',
  },
  {
    what: 'an escrow without a limit',
    set: { 'accounts.third': { kind: 'agent', keypair_path: 'FOLDER/keypair.json' } },
    key: 'accounts.third.max_amount',
    rule: 'is required for an account of kind agent',
  },
  {
    what: 'an account without its key',
    set: { 'accounts.fourth': { kind: 'owner', keypair_path: 'FOLDER/absent.json' } },
    key: 'accounts.fourth.keypair_path',
    rule: 'there is no',
  },
  {
    what: 'an account with a misspelt key',
    set: { 'accounts.fifth': { kind: 'owner', keypair_path: 'FOLDER/keypair.json', max_amout: 1 } },
    key: 'accounts.fifth.max_amout',
    rule: 'did you mean accounts.fifth.max_amount?',
  },
  {
    what: 'an account with a bad name',
    set: { 'accounts.Owner': { kind: 'owner', keypair_path: 'FOLDER/keypair.json' } },
    key: 'accounts.Owner',
    rule: 'whose names have a-z, 0-9, - and _',
  },
  {
    what: 'a feed without a source',
    set: { 'feeds.a': { account: 'owner', quorum: 3, heartbeat_seconds: 60 } },
    key: 'feeds.a.source',
    rule: 'is required, or api_config or api_configs instead',
  },
  {
    what: 'a feed of no provider',
    set: { 'feeds.b': { source: 'a/b', account: 'owner', quorum: 3, heartbeat_seconds: 60 } },
    key: 'feeds.b.source',
    rule: 'must be a feed of the built-in catalogue',
  },
  {
    what: 'a source by ftp',
    set: { 'feeds.c': { api_config: { ...SOURCE, url: 'ftp://x' }, account: 'owner', quorum: 3, heartbeat_seconds: 60 } },
    key: 'feeds.c.api_config.url',
    rule: 'must',
  },
  {
    what: 'a feed of an account that is not there',
    set: { 'feeds.d': { api_config: SOURCE, account: 'absent', quorum: 3, heartbeat_seconds: 60 } },
    key: 'feeds.d.account',
    rule: 'must be the name of an account of this file',
    reads: ['accounts'],
  },
  {
    what: 'a feed without a limit of a day',
    set: { 'feeds.eth.max_per_day': undefined },
    key: 'feeds.eth.max_per_day',
    rule: 'is required where rounds are paid for by themselves',
    reads: ['feeds.eth.account', 'accounts.escrow'],
  },
  {
    what: 'a lead longer than the heartbeat',
    set: { 'feeds.btc.lead_seconds': 3_600 },
    key: 'feeds.btc.lead_seconds',
    rule: 'must be shorter than heartbeat_seconds',
  },
  {
    what: 'a check rarer than the heartbeat',
    set: { 'feeds.btc.check_interval_seconds': 3_601 },
    key: 'feeds.btc.check_interval_seconds',
    rule: 'must be at most heartbeat_seconds',
  },
  { what: 'a quorum that is none', set: { 'feeds.btc.quorum': 0 }, key: 'feeds.btc.quorum', rule: 'must be an integer from 1 to 64' },
  {
    what: 'a feed without a heartbeat',
    set: { 'feeds.e': { api_config: SOURCE, account: 'owner', quorum: 3 } },
    key: 'feeds.e.heartbeat_seconds',
    rule: 'is required',
  },
  {
    what: 'an owner that is no address',
    set: { 'accounts.sixth': { kind: 'delegate', keypair_path: 'FOLDER/keypair.json', subscription_owner: `${OWNER}x` } },
    key: 'accounts.sixth.subscription_owner',
    rule: 'must be an address in base58',
  },
  { what: 'no feeds', set: { feeds: {} }, key: 'feeds', rule: 'must have at least one feed' },
];

judgeMistakes({ good: GOOD, load: loadConfig, mistakes: MISTAKES });
