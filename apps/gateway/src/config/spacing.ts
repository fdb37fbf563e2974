import { ConfigError, readEach } from '@oracle-gateway/app-config';
import type { Catalogue } from '@oracle-gateway/providers';

/**
 * Milliseconds between the observations of one round, by host and port: the longest that the served provider files name for a host, or in its
 * place the operator's own. Throws ConfigError for a host that is named twice.
 *
 * @param entries such as `api.example.com=1000`
 */
export async function readSpacing({ providers }: Catalogue, entries: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const spacing = new Map<string, number>();
  for (const { baseUrl, spacingMs = 0 } of providers.flatMap(({ flows }) => flows)) {
    const { host } = new URL(baseUrl);
    spacing.set(host, Math.max(spacingMs, spacing.get(host) ?? 0));
  }
  const named = new Set<string>();
  await readEach(entries, (entry, position) => {
    const [host = '', ms] = entry.split('=');
    if (named.has(host)) throw new ConfigError(`providers.spacing[${position}]`, 'must not name a host twice');
    named.add(host);
    spacing.set(host, Number(ms));
  });
  return new Map([...spacing].filter(([, ms]) => ms > 0));
}
