import { ContractError } from '@oracle-gateway/contract';
import { type ApiConfig, fetchUrl } from '@oracle-gateway/protocol';
import { type AllowedSources, isProtectedSource } from './source-address.js';

/**
 * Requires a source that secrets may be sent to: over https, or to a host that the operator has named.
 *
 * @throws ContractError with the field `apiConfig.url`
 */
export function requireSecretSource(source: Pick<ApiConfig, 'url'>, allowed: AllowedSources): void {
  if (!isProtectedSource(fetchUrl(source), allowed)) {
    throw new ContractError('apiConfig.url', 'must be https for a source with secrets');
  }
}
