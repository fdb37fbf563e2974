import { describe, expect, it } from 'vitest';
import { builtInProvider } from './built-in.js';
import { createCatalogue } from './catalogue.js';
import { ProviderError } from './provider-error.js';

const coinbase = builtInProvider('coinbase')!;
const kraken = builtInProvider('kraken')!;

describe('a catalogue', () => {
  it('keeps the order of its providers and finds them by id', () => {
    const catalogue = createCatalogue([kraken, coinbase]);
    expect(catalogue.providers).toEqual([kraken, coinbase]);
    expect([catalogue.find('coinbase'), catalogue.find('binance')]).toEqual([coinbase, null]);
  });

  it('knows the routes of its own providers only', () => {
    const source = { method: 'GET', url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot' } as const;
    expect(createCatalogue([coinbase]).routeOf(source)).toMatchObject({ provider: { id: 'coinbase' }, symbol: 'BTC-USD' });
    expect(createCatalogue([kraken]).routeOf(source)).toBeNull();
  });

  it('takes an id once', () => {
    expect(() => createCatalogue([coinbase, coinbase])).toThrow(new ProviderError('id', 'must be unique: another provider has coinbase'));
  });

  it('takes an origin for one provider, so that no other provider gets its credential', () => {
    const other = { ...coinbase, id: 'mine' };
    expect(() => createCatalogue([coinbase, other])).toThrow(
      new ProviderError('flows[0].baseUrl', 'must not use https://api.coinbase.com, which belongs to the provider coinbase'),
    );
  });
});
