import { ContractError } from '@oracle-gateway/contract';
import { type ApiConfig, fetchUrl } from '@oracle-gateway/protocol';
import { type AllowedSources, BODY_SUFFIX, literalHost, sourceName } from './source-address.js';

const PUBLIC_PORTS: readonly number[] = [80, 443];

/**
 * Requires a place that a body of the caller may be sent to: a public one on the ports of the web, because a body can speak other protocols
 * than HTTP, or one whose allow-list entry says so.
 *
 * @param member the member of the request that holds the source
 * @throws ContractError with the field of its body; SourceAddressError for a URL without a valid host
 */
export function requireBodyPlace(source: Pick<ApiConfig, 'url' | 'body'>, allowed: AllowedSources, member = 'apiConfig'): void {
  if (source.body === undefined) return;
  const url = fetchUrl(source);
  const name = sourceName(url);
  if (allowed.includes(name + BODY_SUFFIX)) return;
  const rule = allowed.includes(name)
    ? `must be absent, because the allow-list of sources names this place without ${BODY_SUFFIX}`
    : 'must go to port 80 or 443';
  if (allowed.includes(name) || !PUBLIC_PORTS.includes(literalHost(url).port)) throw new ContractError(`${member}.body`, rule);
}
