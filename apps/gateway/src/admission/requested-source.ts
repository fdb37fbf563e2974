import type { ApiConfigBody, EncKeyBundle } from '@oracle-gateway/gateway-api';
import {
  type AllowedSources,
  ContractError,
  literalAddressAllowed,
  requirePayableSource,
  SourceAddressError,
} from '@oracle-gateway/node-api';
import { type ApiConfig, ApiConfigError, fetchUrl, parseApiConfig } from '@oracle-gateway/protocol';
import { readEncKeyBundle } from './sealed-secrets.js';
import type { SealedSecrets } from '../engine/index.js';
import { GatewayError } from '../errors/gateway-error.js';

/** The members of every path's request that name the source. */
export interface SourceMembers {
  readonly apiConfig: ApiConfigBody;
  readonly encKeyBundle?: EncKeyBundle | null;
}

/** The source, and what is sealed for the nodes that fetch it. */
export interface RequestedSource {
  readonly apiConfig: ApiConfig;
  /** Undefined for a source without secrets. */
  readonly sealed: SealedSecrets | undefined;
}

/** Reads the sources of requests as far as they can be judged by themselves. Throws a 400 {@link GatewayError} naming field and rule. */
export interface SourceReader {
  read(members: SourceMembers): RequestedSource;
  /** Judges a source that is paid by its caller besides. */
  requirePayable(source: RequestedSource): void;
}

export interface SourceReaderDeps {
  readonly allowedSources: AllowedSources;
  /** The gateway brings the secret of this source if its caller brings none. */
  readonly isSponsored: (apiConfig: ApiConfig) => boolean;
}

export function createSourceReader({ allowedSources, isSponsored }: SourceReaderDeps): SourceReader {
  return {
    read(members) {
      const apiConfig = readApiConfig(members.apiConfig);
      requireReachableSource(apiConfig, allowedSources);
      const { encKeyBundle = null } = members;
      if (encKeyBundle === null && isSponsored(apiConfig)) return { apiConfig, sealed: undefined };
      return { apiConfig, sealed: readEncKeyBundle(encKeyBundle, apiConfig, allowedSources) };
    },
    requirePayable({ apiConfig }) {
      try {
        requirePayableSource(apiConfig, allowedSources);
      } catch (error) {
        if (error instanceof ContractError) throw new GatewayError('invalid_request', { detail: error.message });
        throw error;
      }
    },
  };
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
function requireReachableSource(apiConfig: ApiConfig, allowedSources: AllowedSources): void {
  try {
    if (literalAddressAllowed(fetchUrl(apiConfig), allowedSources)) return;
  } catch (error) {
    if (error instanceof SourceAddressError) throw new GatewayError('invalid_request', { detail: `apiConfig.url: ${error.message}` });
    throw error;
  }
  throw new GatewayError('source_not_public', { detail: 'apiConfig.url: the host must be a public address' });
}
