import { ConfigError, type Environment } from '@oracle-gateway/app-config';
import type { Catalogue } from '@oracle-gateway/providers';

/** The gateway's own credentials, by provider: never logged. */
export type ProviderKeys = ReadonlyMap<string, string>;

const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,2046}[\x21-\x7e])?$/;

/** The variable that holds the gateway's credential for a provider. */
export function providerKeyVariable(id: string): string {
  return `ORACLE_GATEWAY_PROVIDER_KEY_${id.toUpperCase().replaceAll('-', '_')}`;
}

/** The credentials of the providers that the operator sponsors. Throws ConfigError, which repeats no credential. */
export function readProviderKeys(sponsored: readonly string[], catalogue: Catalogue, environment: Environment): ProviderKeys {
  /** The provider that has taken a variable. */
  const variables = new Map<string, string>();
  return new Map(
    sponsored.map((id, position) => {
      const takesKey = catalogue.find(id)?.flows.some(({ credential }) => credential.mode === 'caller') === true;
      if (!takesKey) throw new ConfigError(`providers.sponsored[${position}]`, 'must be a provider that is served and takes a credential');
      const variable = providerKeyVariable(id);
      const key = environment[variable];
      const first = variables.get(variable);
      if (first !== undefined)
        throw new ConfigError(
          `providers.sponsored[${position}]`,
          `must not share ${variable} with ${first}: rename one of the two providers`,
        );
      variables.set(variable, id);
      if (key === undefined) throw new ConfigError(variable, `is required, because providers.sponsored[${position}] is ${id}`);
      if (!HEADER_VALUE.test(key))
        throw new ConfigError(variable, 'must be 1 to 2,048 printable characters of ASCII, without a space at either end');
      return [id, key];
    }),
  );
}
