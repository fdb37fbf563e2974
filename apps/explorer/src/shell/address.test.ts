import { describe, expect, it } from 'vitest';
import { linkTo, readPageAddress } from './address.js';

const ROUND = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';
const ID = `0x${'ab'.repeat(32)}`;

describe('an address', () => {
  it('is read as it was written, for every view', () => {
    const source = { url: 'https://a.example/?q=ü&x=1', method: 'GET', responseParser: "$['a b']" };
    const addresses = [
      { place: 'feeds' },
      { place: 'nodes' },
      { place: 'account' },
      { place: 'feed', feed: 'coinbase/btc-usd' },
      { place: 'feed', feed: ID },
      { place: 'round', roundId: ROUND },
      { place: 'verify' },
      { place: 'verify', roundId: ROUND },
      { place: 'new' },
      { place: 'new', source },
      { place: 'new', source, quorum: 3 },
    ] as const;
    expect(addresses.map((address) => readPageAddress(linkTo(address)))).toEqual(addresses);
  });

  it('has forms that people can write by hand', () => {
    expect([readPageAddress(''), readPageAddress('#')]).toEqual([{ place: 'feeds' }, { place: 'feeds' }]);
    expect(readPageAddress('#feed=coinbase%2Fbtc-usd')).toEqual({ place: 'feed', feed: 'coinbase/btc-usd' });
    expect(readPageAddress('#new&q=2')).toEqual({ place: 'new', quorum: 2 });
    expect(linkTo({ place: 'new', source: { url: '?>' }, quorum: 3 })).toMatch(/^#new=[\w-]+&q=3$/);
  });

  it('says why no view has it', () => {
    const hashes = ['#ask', '#feed=', '#feed=%', '#feed=a/b/c', '#round=0', '#verify=0', '#new=%%', '#new=W10', '#new&q=0', '#new&q=x'];
    expect(hashes.map((hash) => readPageAddress(hash).place)).toEqual(hashes.map(() => 'unreadable'));
    expect(readPageAddress(`#new=${'A'.repeat(40_000)}`).place).toBe('unreadable');
    expect(readPageAddress('#feed=a/b/c')).toEqual({
      place: 'unreadable',
      rule: 'feed must be a name such as coinbase/btc-usd, or a feed id',
    });
  });
});
