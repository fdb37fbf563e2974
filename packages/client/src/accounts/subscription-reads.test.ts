import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { fakeIo, type Said } from '../../tests/fake-io.js';
import { subscriptionReads } from './subscription-reads.js';

const owner = toAddress(new Uint8Array(32).fill(1));
const delegate = toAddress(new Uint8Array(32).fill(2));
const [OWNER, DELEGATE] = [formatAddress(owner), formatAddress(delegate)];
const ofOwner = subscriptionReads({ subscriptionOwner: owner, authority: owner });
const ofDelegate = subscriptionReads({ subscriptionOwner: owner, authority: delegate });
const ROUND = { roundId: 'Round1', state: 'settled', createdAt: 7 };

function pages(...said: (readonly [rounds: readonly object[], next: string | null])[]): () => Said {
  return () => {
    const [rounds, next] = (said.length > 1 ? said.shift() : said[0])!;
    return { data: { rounds, next } };
  };
}

describe('the rounds of a subscription', () => {
  it('are those of the owner and its delegates, page by page', async () => {
    const io = fakeIo(pages([[ROUND], 'next']));
    expect(await ofOwner.rounds({ limit: 5, before: 'first' }, io)).toEqual({ rounds: [ROUND], next: 'next' });
    expect(io.asked[0]).toMatchObject({ method: 'GET', path: `/v1/subscription/${OWNER}/rounds?limit=5&before=first` });
  });

  it('are its own for a delegate: pages without one of them are passed over', async () => {
    const io = fakeIo(pages([[], 'a'], [[], 'b'], [[ROUND], 'c']));
    expect(await ofDelegate.rounds({}, io)).toEqual({ rounds: [ROUND], next: 'c' });
    const path = `/v1/subscription/${OWNER}/rounds?`;
    expect(io.asked.map((one) => one.path)).toEqual([
      `${path}consumerAuthority=${DELEGATE}`,
      `${path}before=a&consumerAuthority=${DELEGATE}`,
      `${path}before=b&consumerAuthority=${DELEGATE}`,
    ]);
  });

  it('end where the last page has none, and where no page ever has one', async () => {
    expect(await ofDelegate.rounds({}, fakeIo(pages([[], 'a'], [[], null])))).toEqual({ rounds: [], next: null });
    const never = fakeIo(pages([[], 'again']));
    expect(await ofDelegate.rounds({}, never)).toEqual({ rounds: [], next: 'again' });
    expect(never.asked).toHaveLength(10);
  });

  it('end with the signal', async () => {
    const reason = new Error('enough');
    await expect(ofOwner.rounds({ signal: AbortSignal.abort(reason) }, fakeIo(pages([[], null])))).rejects.toBe(reason);
  });
});

describe('what is left of a subscription', () => {
  it('is told of the owner, and of the delegate', async () => {
    const status = { owner: OWNER, state: 'active', availableRounds: '12' };
    const io = fakeIo(() => ({ data: status }));
    expect(await ofOwner.quota(io)).toEqual(status);
    expect(await ofDelegate.quota(io)).toEqual(status);
    expect(io.asked.map(({ path }) => path)).toEqual([
      `/v1/subscription/${OWNER}/status`,
      `/v1/subscription/${OWNER}/status?consumerAuthority=${DELEGATE}`,
    ]);
  });

  it.each([{ data: { owner: DELEGATE } }, { data: {} }, { data: [] }, {}])('refuses an answer of another owner: %j', async (said) => {
    await expect(ofOwner.quota(fakeIo(() => said))).rejects.toMatchObject({ name: 'TransportError' });
  });
});
