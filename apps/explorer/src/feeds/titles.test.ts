import { expect, it } from 'vitest';
import { readSubject } from '../source/asked.js';
import { readableUrl, titleOf } from './titles.js';

const one = readSubject({ url: 'https://api.kraken.com/0/public/Ticker?pair=XBTUSD', method: 'GET' });
const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 15_000, decimals: 8 };
const index = readSubject({
  apiConfigs: ['https://a.example/x', 'https://b.example/x'].map((url) => ({ url, method: 'GET', responseParser: '$.p' })),
  combine,
});

it('a feed has the title of the catalogue, or one of its own address', () => {
  expect(titleOf(one, { title: 'BTC / USD', provider: 'Kraken' })).toEqual({ title: 'BTC / USD', sourceName: 'Kraken' });
  expect(titleOf(one, undefined)).toEqual({ title: 'Ticker?pair=XBTUSD', sourceName: 'api.kraken.com' });
  expect(titleOf(index, undefined)).toEqual({ title: 'Index of 2 sources', sourceName: 'a.example, b.example' });
  expect(titleOf(readSubject({ url: 'https://a.example/', method: 'GET' }), undefined).title).toBe('a.example');
});

it('an address is read without its scheme', () => {
  expect(readableUrl('https://a.example/x?y=https://z')).toBe('a.example/x?y=https://z');
});
