import { createHash, createHmac } from 'node:crypto';
import type { Keypair } from '@oracle-gateway/app-config';
import { type ApiConfig, fetchUrl } from '@oracle-gateway/protocol';
import type { Subject } from '@oracle-gateway/protocol/internal';
import type { Catalogue } from '@oracle-gateway/providers';

/** Names the sources of a round in the log. */
export type NameSources = (subject: Pick<Subject, 'sources'>) => string;

const PURPOSE = new TextEncoder().encode('Oracle Gateway: names of sources in the log');
const TAG_DIGITS = 12;
/** Names of one list in a line. */
const MAX_NAMES = 4;

/**
 * A source of the operator's catalogue is named by its host. Any other is its caller's matter: it is named by a tag, a keyed hash of the host.
 * So an operator sees that many callers ask one host, and not which.
 *
 * Rejects with SignerError.
 *
 * @param deps `keypair`: the gateway's. An Ed25519 signature is always the same, so all processes of the gateway give a host one tag
 */
export async function createNameSources({
  keypair,
  catalogue,
}: {
  readonly keypair: Pick<Keypair, 'sign'>;
  readonly catalogue: Pick<Catalogue, 'routeOf'>;
}): Promise<NameSources> {
  const key = createHash('sha256')
    .update(await keypair.sign('log_names', PURPOSE))
    .digest();

  const nameOf = (apiConfig: ApiConfig): string => {
    const { host } = new URL(fetchUrl(apiConfig));
    if (catalogue.routeOf(apiConfig) !== null) return host;
    return `tag-${createHmac('sha256', key).update(host).digest('hex').slice(0, TAG_DIGITS)}`;
  };

  return ({ sources }) => {
    const names = [...new Set(sources.map(({ apiConfig }) => nameOf(apiConfig)))];
    const more = names.length > MAX_NAMES ? [`and ${names.length - MAX_NAMES} more`] : [];
    return [...names.slice(0, MAX_NAMES), ...more].join(' ');
  };
}
