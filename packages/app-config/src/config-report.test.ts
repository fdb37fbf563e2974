import { parseAddress } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { configReport, shardFacts } from './config-report.js';

it('names the file and aligns what it is for', () => {
  const facts = { network: 'solana:test', 'signing key': 'ab' };
  expect(configReport({ file: 'node.toml', facts })).toBe('node.toml: valid\n  network      solana:test\n  signing key  ab\n');
});

it('needs no facts', () => {
  expect(configReport({ file: 'a', facts: {} })).toBe('a: valid\n');
});

it('tells program, network, and the account and the key of the gateway', () => {
  const program = '11111111111111111111111111111111';
  const account = 'So11111111111111111111111111111111111111112';
  const key = 'SysvarC1ock11111111111111111111111111111111';
  const shard = { gateway: parseAddress(account), gatewayKeypair: { address: parseAddress(key), secret: 'must stay' } };
  expect(shardFacts({ programId: parseAddress(program), network: 'solana:test', ...shard })).toEqual({
    program,
    network: 'solana:test',
    'gateway account': account,
    'gateway key': key,
  });
  const exchanging = { ...shard, nextGatewayKeypair: { address: parseAddress(program) } };
  expect(shardFacts({ programId: parseAddress(program), network: 'solana:test', ...exchanging })).toMatchObject({
    'next gateway key': program,
  });
});
