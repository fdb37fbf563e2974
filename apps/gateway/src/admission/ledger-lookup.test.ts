import type { LedgerRead } from '@oracle-gateway/ledger';
import { type Address, formatAddress, toAddress } from '@oracle-gateway/protocol';
import type { SubscriptionAccount } from '@oracle-gateway/protocol/accounts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccountLookups } from './ledger-lookup.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

function address(number: number): Address {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(0, number);
  return toAddress(bytes);
}
const CUSTOMER = address(0);
const subscription = { owner: CUSTOMER } as SubscriptionAccount;

function unasked(): Promise<never> {
  throw new Error('this is not asked in the test');
}

/** A ledger where only `CUSTOMER` has a subscription, until the test says otherwise. */
function setUp() {
  const clock = { ms: 1_000 };
  const subscribed = new Set([formatAddress(CUSTOMER)]);
  const reads: { owner: string; atMs: number; isFresh: boolean }[] = [];
  const read = (owner: Address, options?: { readonly fresh?: boolean }): Promise<LedgerRead<SubscriptionAccount>> => {
    const name = formatAddress(owner);
    reads.push({ owner: name, atMs: clock.ms, isFresh: options?.fresh === true });
    return Promise.resolve({ value: subscribed.has(name) ? subscription : null, slot: reads.length });
  };
  const { subscription: lookUp } = createAccountLookups({ ledger: { subscription: read, delegate: unasked }, monotonicMs: () => clock.ms });
  const passTime = async (ms: number): Promise<void> => {
    clock.ms += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { lookUp, reads, subscribed, passTime };
}

describe('an owner without a subscription', () => {
  it('costs one read in five seconds, however often it asks', async () => {
    const { lookUp, reads, passTime } = setUp();
    const asked = Promise.all(Array.from({ length: 20 }, () => lookUp(address(1))));
    await passTime(50);
    expect((await asked).every(({ value }) => value === null)).toBe(true);
    await passTime(5_000);
    await lookUp(address(1));
    expect(reads).toHaveLength(1);
  });

  it('is seen five seconds after it has opened one', async () => {
    const { lookUp, subscribed, passTime } = setUp();
    const first = lookUp(address(1));
    await passTime(50);
    expect((await first).value).toBeNull();
    subscribed.add(formatAddress(address(1)));
    await passTime(5_001);
    const second = lookUp(address(1));
    await passTime(50);
    expect((await second).value).toBe(subscription);
  });
});

describe('a flood of strangers', () => {
  it('is read at one moment per turn, a hundred at most, past the cache of callers that pay; the rest may come again', async () => {
    const { lookUp, reads, passTime } = setUp();
    const flood = Array.from({ length: 150 }, (_, index) => lookUp(address(1 + index)));
    const outcomes = Promise.allSettled(flood);
    await passTime(50);
    const refused = (await outcomes).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(refused).toHaveLength(50);
    for (const reason of refused)
      expect(reason).toMatchObject({ code: 'too_many_lookups', rule: { status: 503, authorization: 'unused' } });
    expect(new Set(reads.map(({ atMs }) => atMs)).size).toBe(1);
    expect(reads.every(({ isFresh }) => isFresh)).toBe(true);
    const next = lookUp(address(500));
    await passTime(50);
    await expect(next).resolves.toMatchObject({ value: null });
  });

  it('never keeps an owner waiting who is known to have a subscription', async () => {
    const { lookUp, reads, passTime } = setUp();
    const first = lookUp(CUSTOMER);
    await passTime(50);
    await first;
    const flood = Promise.allSettled(Array.from({ length: 150 }, (_, index) => lookUp(address(1 + index))));
    // No time passes: nothing but the reader is asked.
    expect((await lookUp(CUSTOMER)).value).toBe(subscription);
    expect(reads.at(-1)).toMatchObject({ owner: formatAddress(CUSTOMER), isFresh: false });
    await passTime(50);
    await flood;
  });
});

it('a ledger that does not answer is no absence', async () => {
  let fails = true;
  const ledger = {
    delegate: unasked,
    subscription: () => (fails ? Promise.reject(new Error('down')) : Promise.resolve({ value: subscription, slot: 1 })),
  };
  const { subscription: lookUp } = createAccountLookups({ ledger, monotonicMs: () => 1 });
  const failed = expect(lookUp(CUSTOMER)).rejects.toThrow('down');
  await vi.advanceTimersByTimeAsync(50);
  await failed;
  fails = false;
  const second = lookUp(CUSTOMER);
  await vi.advanceTimersByTimeAsync(50);
  expect((await second).value).toBe(subscription);
});

describe('a delegate', () => {
  it('is looked up once while it is unknown, apart from the same key under another owner, and apart from subscriptions', async () => {
    const names: string[] = [];
    const read = ({ subscriptionOwner, authority }: { subscriptionOwner: Address; authority: Address }) => {
      names.push(`${formatAddress(subscriptionOwner)}/${formatAddress(authority)}`);
      return Promise.resolve({ value: null, slot: 1 });
    };
    const { delegate: lookUp } = createAccountLookups({ ledger: { subscription: unasked, delegate: read }, monotonicMs: () => 1_000 });
    const asked = [CUSTOMER, CUSTOMER, address(1)].map((subscriptionOwner) => lookUp({ subscriptionOwner, authority: address(2) }));
    await vi.advanceTimersByTimeAsync(50);
    await Promise.all(asked);
    await lookUp({ subscriptionOwner: CUSTOMER, authority: address(2) });
    expect(names).toEqual([CUSTOMER, address(1)].map((owner) => `${formatAddress(owner)}/${formatAddress(address(2))}`));
  });
});
