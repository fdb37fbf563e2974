import { ConfigError, type Environment, readAll, readEach, readRenewable, type Renewable } from '@oracle-gateway/app-config';
import type { Catalogue } from '@oracle-gateway/providers';
import type { ConfigFile } from './config-schema.js';

/** The gateway's own credentials, by provider: never logged. */
export type ProviderKeys = ReadonlyMap<string, Renewable<string>>;

const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,2046}[\x21-\x7e])?$/;

/** The variable that holds the gateway's credential for a provider. */
export function providerKeyVariable(id: string): string {
  return `ORACLE_GATEWAY_PROVIDER_KEY_${id.toUpperCase().replaceAll('-', '_')}`;
}

/** The credentials of the providers that the operator sponsors. Throws ConfigError, which repeats no credential. */
export async function readProviderKeys(
  { sponsored, key_paths: paths }: Pick<ConfigFile['providers'], 'sponsored' | 'key_paths'>,
  catalogue: Catalogue,
  environment: Environment,
): Promise<ProviderKeys> {
  const { keys } = await readAll({
    keys: () =>
      readEach(sponsored, async (id, position) => {
        const place = `providers.sponsored[${position}]`;
        const takesKey = catalogue.find(id)?.flows.some(({ credential }) => credential.mode === 'caller') === true;
        if (!takesKey) throw new ConfigError(place, 'must be a provider that is served and takes a credential');
        const variable = providerKeyVariable(id);
        const first = sponsored.slice(0, position).find((other) => providerKeyVariable(other) === variable);
        if (first !== undefined) throw new ConfigError(place, `must not share ${variable} with ${first}: rename one of the two providers`);
        if (environment[variable] === undefined && paths[id] === undefined)
          throw new ConfigError(variable, `is required, or the file of providers.key_paths.${id}, because ${place} is ${id}`);
        const path = { environment, variable, key: `providers.key_paths.${id}`, value: paths[id] };
        return [
          id,
          await readRenewable(path, ({ name, text }) => keyOf(name, name === variable ? text : text.replace(/\r?\n$/, ''))),
        ] as const;
      }),
    paths: () =>
      readEach(Object.keys(paths), (id) => {
        if (!sponsored.includes(id))
          throw new ConfigError(`providers.key_paths.${id}`, 'must be of a provider that providers.sponsored names');
      }),
  });
  return new Map(keys);
}

function keyOf(name: string, key: string): string {
  if (!HEADER_VALUE.test(key))
    throw new ConfigError(name, 'must be 1 to 2,048 printable characters of ASCII, without a space at either end');
  return key;
}
