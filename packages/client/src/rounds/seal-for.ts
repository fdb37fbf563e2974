// This module is loaded when a source is private: few are, and the ciphers are an eighth of the whole.
import { fetchUrl, secretNames, SOURCE_FORM } from '@oracle-gateway/protocol';
import type { Subject } from '@oracle-gateway/protocol/internal';
import { type EncKeyBundle, sealSecretsOf, type SecretsToSeal } from '@oracle-gateway/protocol/sealed';

/** The member of a request that holds its sealed secrets: a bundle, or one for each source that asks for any. */
export type SealedMembers = { readonly encKeyBundle: EncKeyBundle } | { readonly encKeyBundles: readonly (EncKeyBundle | null)[] };

/**
 * Seals secrets for the sources whose placeholders ask for them, for each source alone. A source that asks for none of them has no bundle.
 *
 * @throws RangeError for a secret that no source asks for, or sources of several hosts; errors of `sealSecretsOf`
 */
export function sealFor({ form, sources }: Subject, input: Omit<SecretsToSeal, 'apiConfig'>): SealedMembers {
  const [only] = sources;
  if (form === SOURCE_FORM && only !== undefined) return { encKeyBundle: sealSecretsOf(only.apiConfig, input) };
  const hosts = new Map<string, string>();
  const encKeyBundles = sources.map(({ apiConfig }) => {
    const asked = secretNames(apiConfig).filter((name) => Object.hasOwn(input.secrets, name));
    const { host } = new URL(fetchUrl(apiConfig));
    for (const name of asked)
      // A source that another party describes must not get what is meant for another one.
      if ((hosts.get(name) ?? host) === host) hosts.set(name, host);
      else throw new RangeError(`secrets: sources of two hosts ask for ${JSON.stringify(name)}; name them apart`);
    const secrets = Object.fromEntries(asked.map((name) => [name, input.secrets[name] ?? '']));
    return asked.length === 0 ? null : sealSecretsOf(apiConfig, { ...input, secrets });
  });
  const unused = Object.keys(input.secrets).find((name) => !hosts.has(name));
  if (unused !== undefined) throw new RangeError(`secrets: no placeholder of the sources asks for ${JSON.stringify(unused)}`);
  return { encKeyBundles };
}
