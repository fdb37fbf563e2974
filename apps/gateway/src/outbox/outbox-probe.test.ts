import type { DurabilityWatch } from '@oracle-gateway/outbox';
import { describe, expect, it, vi } from 'vitest';
import { createOutboxProbe } from './outbox-probe.js';

function refusal(message: string): Error {
  return Object.assign(new Error(message), { name: 'ReplyError' });
}

function setUp(answer: () => Promise<'OK'> = () => Promise.resolve('OK'), state: DurabilityWatch['state'] = 'durable') {
  const clock = { ms: 0 };
  let writes = 0;
  const set = vi.fn(() => {
    writes += 1;
    return answer();
  });
  const probe = createOutboxProbe({ redis: { set }, durability: { state }, key: 'shard:probe', monotonicMs: () => clock.ms });
  return { clock, probe, set, writes: () => writes };
}

describe('createOutboxProbe', () => {
  it('writes a key that ends by itself', async () => {
    const { probe, set } = setUp();
    expect(await probe()).toBeNull();
    expect(set).toHaveBeenCalledWith('shard:probe', '', 'EX', 60);
  });

  it('writes once for all who ask within a second', async () => {
    const { clock, probe, writes } = setUp();
    await Promise.all([probe(), probe()]);
    clock.ms = 999;
    await probe();
    expect(writes()).toBe(1);
    clock.ms = 1_000;
    await probe();
    expect(writes()).toBe(2);
  });

  it.each([
    ["READONLY You can't write against a read only replica.", 'the outbox is a replica that takes no writes'],
    ["OOM command not allowed when used memory > 'maxmemory'.", 'the outbox has no memory left'],
    ['MISCONF Redis is configured to save RDB snapshots', 'the outbox cannot write to its disk'],
    ['NOREPLICAS Not enough good replicas to write.', 'the outbox has too few replicas'],
    ['LOADING Redis is loading the dataset in memory', 'the outbox is loading its records'],
    ['ERR a secret detail', 'the outbox refuses writes'],
  ])('%s', async (message, reason) => {
    const { probe } = setUp(() => Promise.reject(refusal(message)));
    expect(await probe()).toBe(reason);
  });

  it('a server that may lose records is named, although it takes writes', async () => {
    const { probe, writes } = setUp(undefined, 'volatile');
    expect([await probe(), writes()]).toEqual(['the outbox is not durable, or has lost its records', 0]);
  });

  it('a connection that is gone does not answer', async () => {
    const { probe } = setUp(() => Promise.reject(new Error('Connection is closed.')));
    expect(await probe()).toBe('the outbox does not answer');
  });
});
