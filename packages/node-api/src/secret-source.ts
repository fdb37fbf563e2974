import { ContractError } from '@oracle-gateway/contract';
import { type ApiConfig, fetchUrl } from '@oracle-gateway/protocol';
import { type AllowedSources, isProtectedSource } from './source-address.js';

/**
 * Requires a source that secrets may be sent to: over https, or to a host that the operator has named.
 *
 * @param member the member of the request that holds the source
 * @throws ContractError with the field of its URL
 */
export function requireSecretSource(source: Pick<ApiConfig, 'url'>, allowed: AllowedSources, member = 'apiConfig'): void {
  if (!isProtectedSource(fetchUrl(source), allowed)) {
    throw new ContractError(`${member}.url`, 'must be https for a source with secrets');
  }
}
