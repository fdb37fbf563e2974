import { deriveFeedId, NO_OWNER, unixMs } from '@oracle-gateway/protocol';
import { sourceSubject, MAX_REQUEST_SKEW_MS, SESSION_LIFE_MS } from '@oracle-gateway/protocol/internal';
import { createNoncePair, createSigningKey, type NoncePair } from '@oracle-gateway/schnorr/signing';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NodeError } from '../errors/node-error.js';
import { createSigningSessions, type ObservedRound, type SigningSessions } from './sessions.js';

function ignore(): void {
  return undefined;
}

const signingKey = createSigningKey(new Uint8Array(32).fill(1));
function pair(): NoncePair {
  return createNoncePair(
    { signingKey, sessionId: new Uint8Array(32), attempt: 0 },
    { random: (length) => new Uint8Array(randomBytes(length)) },
  ).pair;
}

const subject = sourceSubject({ url: 'https://prices.example/', method: 'GET' });
const round: ObservedRound = {
  sessionId: new Uint8Array(32),
  feedId: deriveFeedId({ owner: NO_OWNER, sourceId: subject.sourceId, signaturesRequired: 2 }),
  subject,
  observation: { index: 0, values: [{ value: new Uint8Array(32), receivedAtMs: unixMs(1_795_000_000_456) }] },
  signaturesRequired: 2,
  timestampMs: unixMs(1_795_000_000_000),
  observedAtMs: unixMs(1_795_000_000_123),
  eligible: [0, 1],
  registry: { version: 1n, redundancyBuffer: 1, minSigners: 2, active: 0, createdAt: 0n, acceptUntil: 0n, keys: [] },
};

function start(maxOpenPerGateway = 8, maxRememberedPerGateway = 100) {
  const clock = { nowMs: 1_000_000 };
  const store = createSigningSessions({ maxOpenPerGateway, maxRememberedPerGateway, monotonicMs: () => clock.nowMs });
  return { clock, store };
}

function observed(store: SigningSessions, gateway: string, id: string): readonly [NoncePair, NoncePair] {
  const pairs = [pair(), pair()] as const;
  store.open(gateway, id, ignore);
  expect(store.observed(gateway, id, round, pairs)).toBe(true);
  return pairs;
}

describe('the session store', () => {
  it('gives each pair away once', () => {
    const { store } = start();
    const [first, second] = observed(store, 'g', 'a');
    expect(store.take('g', 'a', 0)).toEqual({ round, pair: first });
    expect(store.take('g', 'a', 0)).toEqual({ round, pair: null });
    expect(store.take('g', 'a', 1)?.pair).toBe(second);
    expect(store.take('g', 'a', 1)).toBeNull();
  });

  it('the second attempt ends the first', () => {
    const { store } = start();
    const [, second] = observed(store, 'g', 'a');
    expect(store.take('g', 'a', 1)?.pair).toBe(second);
    expect(store.take('g', 'a', 0)).toBeNull();
    expect(store.openCount()).toBe(0);
  });

  it('has nothing to sign while the source is still being fetched', () => {
    const { store } = start();
    store.open('g', 'a', ignore);
    expect(store.take('g', 'a', 0)).toBeNull();
  });

  it('does not revive a session that was closed during its fetch', () => {
    const { store } = start();
    store.open('g', 'a', ignore);
    expect(store.close('g', 'a')).toBe(true);
    expect(store.observed('g', 'a', round, [pair(), pair()])).toBe(false);
    expect(store.take('g', 'a', 0)).toBeNull();
  });

  it('keeps an id used until it expires, longer than a signed request can be replayed', () => {
    const { store, clock } = start();
    observed(store, 'g', 'a');
    store.close('g', 'a');
    clock.nowMs += SESSION_LIFE_MS - 1;
    expect(() => store.open('g', 'a', ignore)).toThrow(new NodeError('session_known'));
    clock.nowMs += 1;
    store.open('g', 'a', ignore);
    expect(SESSION_LIFE_MS).toBeGreaterThan(2 * MAX_REQUEST_SKEW_MS);
  });

  it('forgets nonces at expiry', () => {
    const { store, clock } = start();
    observed(store, 'g', 'a');
    clock.nowMs += SESSION_LIFE_MS;
    expect(store.take('g', 'a', 0)).toBeNull();
    expect(store.openCount()).toBe(0);
  });

  it('counts per gateway: one at its cap does not keep another out', () => {
    const { store, clock } = start(2);
    observed(store, 'g', 'a');
    observed(store, 'g', 'b');
    expect(() => store.open('g', 'c', ignore)).toThrow(new NodeError('too_many_sessions'));
    observed(store, 'h', 'a');
    store.close('g', 'a');
    store.open('g', 'c', ignore);
    clock.nowMs += SESSION_LIFE_MS;
    store.open('g', 'd', ignore);
    expect(store.openCount()).toBe(1);
  });

  it('remembers used ids per gateway: one whose memory is full does not keep another out, and has room again at expiry', () => {
    const { store, clock } = start(8, 2);
    for (const id of ['a', 'b']) {
      observed(store, 'g', id);
      store.close('g', id);
    }
    expect(() => store.open('g', 'c', ignore)).toThrow(new NodeError('too_many_sessions'));
    store.open('h', 'c', ignore);
    clock.nowMs += SESSION_LIFE_MS;
    store.open('g', 'c', ignore);
    store.open('g', 'd', ignore);
    expect(() => store.open('g', 'e', ignore)).toThrow(new NodeError('too_many_sessions'));
  });

  it('closing twice counts once', () => {
    const { store } = start(1);
    observed(store, 'g', 'a');
    expect(store.close('g', 'a')).toBe(true);
    expect(store.close('g', 'a')).toBe(false);
    store.open('g', 'b', ignore);
    expect(() => store.open('g', 'c', ignore)).toThrow(NodeError);
  });

  it.each<[string, (store: SigningSessions, clock: { nowMs: number }) => void]>([
    ['closed', (store) => void store.close('g', 'a')],
    ['signed to its last attempt', (store) => void store.take('g', 'a', 1)],
    [
      'expired',
      (store, clock) => {
        clock.nowMs += SESSION_LIFE_MS;
        store.prune();
      },
    ],
  ])('tells once that a session is over when it is %s', (_, end) => {
    const { store, clock } = start();
    let ended = 0;
    store.open('g', 'a', () => (ended += 1));
    store.observed('g', 'a', round, [pair(), pair()]);
    expect(ended).toBe(0);
    end(store, clock);
    store.close('g', 'a');
    expect(ended).toBe(1);
  });

  it('finds a session by its gateway only', () => {
    const { store } = start();
    const [first] = observed(store, 'g', 'a');
    expect(store.take('h', 'a', 0)).toBeNull();
    expect(store.close('h', 'a')).toBe(false);
    expect(store.take('g', 'a', 0)?.pair).toBe(first);
  });
});
