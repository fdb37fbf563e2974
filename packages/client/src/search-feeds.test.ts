import { describe, expect, it } from 'vitest';

import { searchFeeds } from './search-feeds.js';

const feeds = [
  { key: 'binance/btc-usdt', title: 'BTC / USDT', names: ['bitcoin', 'btc', 'tether', 'usdt', 'dollar'] },
  {
    key: 'mempool/fee-hour',
    title: 'Bitcoin fee for an hour',
    names: ['bitcoin', 'btc', 'fee', 'gas', 'chain'],
    provider: 'mempool.space',
  },
  { key: 'coinbase/btc-usd', title: 'BTC / USD', names: ['bitcoin', 'btc', 'dollar', 'usd'], provider: 'Coinbase' },
  { key: 'coinbase/eth-usd', title: 'ETH / USD', names: ['ether', 'ethereum', 'eth', 'dollar', 'usd'], provider: 'Coinbase' },
  { key: 'ofr/sofr', title: 'SOFR, secured overnight financing rate', names: ['sofr', 'repo', 'interest rate'] },
  { key: 'open-meteo/temperature-new-york', title: 'Temperature in New York, °C', names: ['temperature', 'weather', 'new york'] },
];

function keysOf(text: string): readonly string[] {
  return searchFeeds(feeds, text).feeds.map(({ key }) => key);
}

describe('a search of feeds', () => {
  it.each([
    ['bitcoin dollar', 'coinbase/btc-usd'],
    ['BTC/USD', 'coinbase/btc-usd'],
    ['price of bitcoin in dollars', 'coinbase/btc-usd'],
    ['What is the current ETH price?', 'coinbase/eth-usd'],
    ['interest rates', 'ofr/sofr'],
    ['bitcoin mempool.space', 'mempool/fee-hour'],
    ['new york temp', 'open-meteo/temperature-new-york'],
  ])('finds first by "%s" what people mean', (text, key) => {
    expect(searchFeeds(feeds, text).isMatch).toBe(true);
    expect(keysOf(text)[0]).toBe(key);
  });

  it('lists only feeds that have every word', () => {
    expect(keysOf('bitcoin dollar')).toEqual(['coinbase/btc-usd', 'binance/btc-usdt']);
    expect(keysOf('coinbase')).toEqual(['coinbase/btc-usd', 'coinbase/eth-usd']);
  });

  it('puts the whole word before its beginning, and no word inside another', () => {
    expect(keysOf('usd')).toEqual(['coinbase/btc-usd', 'coinbase/eth-usd', 'binance/btc-usdt']);
    expect(keysOf('ether')).toEqual(['coinbase/eth-usd']);
  });

  it.each([
    ['bitcoin euro', 'coinbase/btc-usd'],
    ['bitcon', 'coinbase/btc-usd'],
    ['etherum usd', 'coinbase/eth-usd'],
    ['temprature', 'open-meteo/temperature-new-york'],
  ])('lists at most three that come nearest where nothing has all of "%s"', (text, key) => {
    const { feeds: found, isMatch } = searchFeeds(feeds, text);
    expect(isMatch).toBe(false);
    expect(found.length).toBeLessThanOrEqual(3);
    expect(found[0]?.key).toBe(key);
  });

  it('finds nothing near where no word is alike', () => {
    expect(searchFeeds(feeds, 'zloty')).toEqual({ feeds: [], isMatch: false });
  });

  it.each(['', '  ', '?!'])('finds all in their order where "%s" holds no word', (text) => {
    expect(searchFeeds(feeds, text)).toEqual({ feeds, isMatch: true });
  });

  it('looks for fillers where a text has nothing else', () => {
    expect(searchFeeds([{ key: 'one/price', title: 'Price', names: ['price'] }], 'the price').isMatch).toBe(false);
    expect(searchFeeds([{ key: 'one/price', title: 'Price', names: ['price'] }], 'price').isMatch).toBe(true);
  });

  it('reads the beginning alone of an endless text', () => {
    expect(searchFeeds(feeds, `bitcoin dollar ${' '.repeat(300)}zloty`).isMatch).toBe(true);
  });
});
