import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@oracle-gateway/app-config';
import { builtInProvider, createCatalogue } from '@oracle-gateway/providers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { providerKeyVariable, readProviderKeys } from './provider-keys.js';

const catalogue = createCatalogue([builtInProvider('coinbase')!, builtInProvider('coingecko')!]);
const VARIABLE = 'ORACLE_GATEWAY_PROVIDER_KEY_COINGECKO';

function read(sponsored: string[], environment: Record<string, string> = {}, paths: Record<string, string> = {}, among = catalogue) {
  return readProviderKeys({ sponsored, key_paths: paths }, among, environment);
}

describe('readProviderKeys', () => {
  it('takes the credential of each sponsored provider from the environment, and no other', async () => {
    const keys = await read(['coingecko'], { [VARIABLE]: 'CG-1234', ORACLE_GATEWAY_PROVIDER_KEY_COINBASE: 'unused' });
    expect([...keys].map(([id, key]) => [id, key.current()])).toEqual([['coingecko', 'CG-1234']]);
  });

  it.each([
    ['a provider that is not served', ['kraken'], 'providers.sponsored[0]: must be a provider that is served and takes a credential'],
    ['a provider without a key', ['coinbase'], 'providers.sponsored[0]: must be a provider that is served and takes a credential'],
    [
      'a credential that is not there',
      ['coingecko'],
      `${VARIABLE}: is required, or the file of providers.key_paths.coingecko, because providers.sponsored[0] is coingecko`,
    ],
  ])('refuses %s', async (_what, sponsored, message) => {
    await expect(read(sponsored)).rejects.toThrow(message);
  });

  it.each(['', ' CG-1234', 'CG-1234\n', 'CG-1234\r\nx-other: 1', 'schlüssel', 'k'.repeat(2_049)])(
    'refuses a credential that no header carries, and does not repeat it (%j)',
    async (key) => {
      const refused = new ConfigError(VARIABLE, 'must be 1 to 2,048 printable characters of ASCII, without a space at either end');
      await expect(read(['coingecko'], { [VARIABLE]: key })).rejects.toThrow(refused);
    },
  );

  it('refuses two sponsored providers whose ids name one variable', async () => {
    const described = builtInProvider('coingecko')!;
    const [flow] = described.flows;
    const twin = { ...described, id: 'coin_gecko' };
    const other = { ...described, id: 'coin-gecko', flows: [{ ...flow!, baseUrl: 'https://other.example' }] };
    const both = createCatalogue([twin, other]);
    const environment = { ORACLE_GATEWAY_PROVIDER_KEY_COIN_GECKO: 'CG-1234' };
    await expect(read(['coin_gecko', 'coin-gecko'], environment, {}, both)).rejects.toThrow(
      'providers.sponsored[1]: must not share ORACLE_GATEWAY_PROVIDER_KEY_COIN_GECKO with coin_gecko',
    );
  });

  it('takes a credential from the file of its provider', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'provider-keys-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'coingecko');
    await writeFile(path, 'CG-1234\n', { mode: 0o600 });
    expect((await read(['coingecko'], {}, { coingecko: path })).get('coingecko')?.current()).toBe('CG-1234');
    await expect(read([], {}, { coingecko: path })).rejects.toThrow('providers.key_paths.coingecko: must be of a provider that');
    await expect(read(['coingecko'], {}, { coingecko: join(folder, 'none') })).rejects.toThrow('providers.key_paths.coingecko: must name');
  });

  it('names the variable after the provider', () => {
    expect(providerKeyVariable('my-own_feed')).toBe('ORACLE_GATEWAY_PROVIDER_KEY_MY_OWN_FEED');
  });
});
