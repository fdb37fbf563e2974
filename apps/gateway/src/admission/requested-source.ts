import type { ApiConfigBody, EncKeyBundle } from '@oracle-gateway/gateway-api';
import { type AllowedSources, literalAddressAllowed, SourceAddressError } from '@oracle-gateway/node-api';
import { type ApiConfig, ApiConfigError, parseApiConfig, secretNames } from '@oracle-gateway/protocol';
import { GatewayError } from '../errors.js';

/** The members in which every path's request says what is to be fetched. */
export interface SourceMembers {
  readonly apiConfig: ApiConfigBody;
  readonly encKeyBundle?: EncKeyBundle | null;
}

/** The source as far as it can be judged by itself. Throws a 400 {@link GatewayError} naming field and rule. */
export function readRequestedSource(members: SourceMembers, allowedSources: AllowedSources): ApiConfig {
  if (members.encKeyBundle !== undefined && members.encKeyBundle !== null) {
    throw new GatewayError('not_enabled', { detail: 'encKeyBundle: private sources are not enabled on this gateway' });
  }
  const apiConfig = readApiConfig(members.apiConfig);
  if (secretNames(apiConfig).length > 0) {
    throw new GatewayError('not_enabled', { detail: 'apiConfig.headers: {{secret.<name>}} placeholders are not enabled on this gateway' });
  }
  requireReachableSource(apiConfig, allowedSources);
  return apiConfig;
}

function readApiConfig(plain: unknown): ApiConfig {
  try {
    return parseApiConfig(plain);
  } catch (error) {
    if (error instanceof ApiConfigError) throw new GatewayError('invalid_request', { detail: error.message });
    throw error;
  }
}

/** Only a literal address is judged here; what a name resolves to is judged by the node that connects. */
function requireReachableSource({ url }: ApiConfig, allowedSources: AllowedSources): void {
  try {
    if (literalAddressAllowed(url, allowedSources)) return;
  } catch (error) {
    if (error instanceof SourceAddressError) throw new GatewayError('invalid_request', { detail: `apiConfig.url: ${error.message}` });
    throw error;
  }
  throw new GatewayError('source_not_public', { detail: 'apiConfig.url: the host must be a public address' });
}
