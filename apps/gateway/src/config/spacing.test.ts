import { ConfigError } from '@oracle-gateway/app-config';
import { builtInProvider, createCatalogue, type Provider } from '@oracle-gateway/providers';
import { describe, expect, it } from 'vitest';
import { ConfigFileSchema } from './config-schema.js';
import { readSpacing } from './spacing.js';

const HOST = 'pro-api.coingecko.com';

/** CoinGecko, whose two flows have one host. */
function served(...spacings: (number | undefined)[]): ReturnType<typeof createCatalogue> {
  const { flows, ...described } = builtInProvider('coingecko')!;
  const provider: Provider = {
    ...described,
    flows: flows.map((flow, place) => ({ ...flow, ...(spacings[place] === undefined ? {} : { spacingMs: spacings[place] }) })),
  };
  return createCatalogue([provider, builtInProvider('kraken')!]);
}

describe('the spacing of hosts', () => {
  it('is that of the provider files, and the longest where flows have one host', async () => {
    expect([...(await readSpacing(served(), []))]).toEqual([]);
    expect([...(await readSpacing(served(500), []))]).toEqual([[HOST, 500]]);
    expect([...(await readSpacing(served(500, 900), []))]).toEqual([[HOST, 900]]);
    expect([...(await readSpacing(served(900, 500), []))]).toEqual([[HOST, 900]]);
  });

  it("is the operator's own for a host that the operator names, shorter or longer, or none", async () => {
    const entries = [`${HOST}=200`, 'api.example.com:8443=2000'];
    expect([...(await readSpacing(served(500), entries))]).toEqual([
      [HOST, 200],
      ['api.example.com:8443', 2_000],
    ]);
    expect([...(await readSpacing(served(500), [`${HOST}=0`]))]).toEqual([]);
  });

  it('refuses a host that the operator names twice', async () => {
    await expect(readSpacing(served(), ['a.example=1', 'b.example=1', 'a.example=2'])).rejects.toThrow(
      new ConfigError('providers.spacing[2]', 'must not name a host twice'),
    );
  });

  it.each([
    ['api.example.com=1000', true],
    ['api.example.com:8443=1', true],
    ['[2001:db8::1]:8080=2000', true],
    ['api.example.com=0', true],
    ['api.example.com=2001', false],
    ['api.example.com=-1', false],
    ['api.example.com=1.5', false],
    ['api.example.com=0100', false],
    ['api.example.com', false],
    ['https://api.example.com=1000', false],
    ['API.example.com=1000', false],
    ['api.example.com/v1=1000', false],
  ])('%s is an entry: %s', (entry, isOne) => {
    const { pattern } = ConfigFileSchema.properties.providers.properties.spacing.items;
    expect(new RegExp(pattern!).test(entry)).toBe(isOne);
  });
});
