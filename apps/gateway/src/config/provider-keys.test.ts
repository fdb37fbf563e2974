import { ConfigError } from '@oracle-gateway/app-config';
import { builtInProvider, createCatalogue } from '@oracle-gateway/providers';
import { describe, expect, it } from 'vitest';
import { providerKeyVariable, readProviderKeys } from './provider-keys.js';

const catalogue = createCatalogue([builtInProvider('coinbase')!, builtInProvider('coingecko')!]);
const VARIABLE = 'ORACLE_GATEWAY_PROVIDER_KEY_COINGECKO';

describe('readProviderKeys', () => {
  it('takes the credential of each sponsored provider from the environment, and no other', () => {
    const keys = readProviderKeys(['coingecko'], catalogue, { [VARIABLE]: 'CG-1234', ORACLE_GATEWAY_PROVIDER_KEY_COINBASE: 'unused' });
    expect([...keys]).toEqual([['coingecko', 'CG-1234']]);
  });

  it.each([
    ['a provider that is not served', ['kraken'], 'providers.sponsored[0]: must be a provider that is served and takes a credential'],
    ['a provider without a key', ['coinbase'], 'providers.sponsored[0]: must be a provider that is served and takes a credential'],
    ['a credential that is not there', ['coingecko'], `${VARIABLE}: is required, because providers.sponsored[0] is coingecko`],
  ])('refuses %s', (_what, sponsored, message) => {
    expect(() => readProviderKeys(sponsored, catalogue, {})).toThrow(message);
  });

  it.each(['', ' CG-1234', 'CG-1234\n', 'CG-1234\r\nx-other: 1', 'schlüssel', 'k'.repeat(2_049)])(
    'refuses a credential that no header carries, and does not repeat it (%j)',
    (key) => {
      const refused = new ConfigError(VARIABLE, 'must be 1 to 2,048 printable characters of ASCII, without a space at either end');
      expect(() => readProviderKeys(['coingecko'], catalogue, { [VARIABLE]: key })).toThrow(refused);
    },
  );

  it('refuses two sponsored providers whose ids name one variable', () => {
    const described = builtInProvider('coingecko')!;
    const [flow] = described.flows;
    const twin = { ...described, id: 'coin_gecko' };
    const other = { ...described, id: 'coin-gecko', flows: [{ ...flow!, baseUrl: 'https://other.example' }] };
    const both = createCatalogue([twin, other]);
    const environment = { ORACLE_GATEWAY_PROVIDER_KEY_COIN_GECKO: 'CG-1234' };
    expect(() => readProviderKeys(['coin_gecko', 'coin-gecko'], both, environment)).toThrow(
      'providers.sponsored[1]: must not share ORACLE_GATEWAY_PROVIDER_KEY_COIN_GECKO with coin_gecko',
    );
  });

  it('names the variable after the provider', () => {
    expect(providerKeyVariable('my-own_feed')).toBe('ORACLE_GATEWAY_PROVIDER_KEY_MY_OWN_FEED');
  });
});
