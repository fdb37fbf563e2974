import type { ApiConfigBody, EncKeyBundle } from '@oracle-gateway/gateway-api';
import {
  type AllowedSources,
  ContractError,
  literalAddressAllowed,
  requirePayableSource,
  SourceAddressError,
  requireSecretSource,
} from '@oracle-gateway/node-api';
import { type ApiConfig, ApiConfigError, fetchUrl, parseApiConfig, fromHex, secretNames, toHex } from '@oracle-gateway/protocol';
import type { RegistryNodesReader } from '@oracle-gateway/ledger';
import { nodeOfRegistry, type RegistryAccount } from '@oracle-gateway/protocol/accounts';
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
        if (error instanceof ContractError) throw invalid(error.message);
        throw error;
      }
    },
  };
}

function readApiConfig(plain: unknown): ApiConfig {
  try {
    return parseApiConfig(plain);
  } catch (error) {
    if (error instanceof ApiConfigError) throw invalid(error.message);
    throw error;
  }
}

/** Only a literal address is judged here; what a name resolves to is judged by the node that connects. */
function requireReachableSource(apiConfig: ApiConfig, allowedSources: AllowedSources): void {
  try {
    if (literalAddressAllowed(fetchUrl(apiConfig), allowedSources)) return;
  } catch (error) {
    if (error instanceof SourceAddressError) throw invalid(`apiConfig.url: ${error.message}`);
    throw error;
  }
  throw new GatewayError('source_not_public', { detail: 'apiConfig.url: the host must be a public address' });
}

/**
 * The bundle of a source whose headers hold placeholders; undefined for a source that holds none. Throws a 400 {@link GatewayError} when one
 * is there without the other, and for secrets that would travel in clear.
 */
export function readEncKeyBundle(
  bundle: EncKeyBundle | null | undefined,
  apiConfig: ApiConfig,
  allowedSources: AllowedSources,
): SealedSecrets | undefined {
  const isPrivate = secretNames(apiConfig).length > 0;
  if (bundle === undefined || bundle === null) {
    if (isPrivate) throw invalid('encKeyBundle: is required for the {{secret.<name>}} placeholders in apiConfig.headers');
    return undefined;
  }
  if (!isPrivate) throw invalid('encKeyBundle: must come with {{secret.<name>}} placeholders in apiConfig.headers');
  try {
    requireSecretSource(apiConfig, allowedSources);
  } catch (error) {
    throw error instanceof ContractError ? invalid(error.message) : error;
  }
  const { ephemeralPub, nonceSym, ciphertext, envelopes } = bundle;
  return {
    ephemeralPub: canonicalHex(ephemeralPub),
    nonceSym: canonicalHex(nonceSym),
    ciphertext: canonicalHex(ciphertext),
    envelopes: new Map(Object.entries(envelopes).map(([index, envelope]) => [Number(index), canonicalHex(envelope)])),
  };
}

/**
 * One envelope for every node that `GET /v1/nodes` lists, and none for an index without a key: which nodes a round asks is not the
 * caller's to choose. A node whose account and registry differ is not listed, so its envelope may be missing while its key is replaced.
 * Throws a 400 {@link GatewayError}.
 */
export async function requireEnvelopes(
  sealed: SealedSecrets | undefined,
  registry: RegistryAccount,
  { ledger }: { readonly ledger: RegistryNodesReader },
): Promise<void> {
  if (sealed === undefined) return;
  for (const node of await ledger.nodes(registry)) {
    const isListed = nodeOfRegistry(node, registry) !== null;
    if (isListed && !sealed.envelopes.has(node.index)) throw invalid(`encKeyBundle.envelopes: must hold one for node ${node.index}`);
  }
  for (const index of sealed.envelopes.keys()) {
    if ((registry.keys[index] ?? null) === null)
      throw invalid(`encKeyBundle.envelopes: must hold none for index ${index}, which has no node`);
  }
}

function canonicalHex(text: string): string {
  return toHex(fromHex(text));
}

function invalid(detail: string): GatewayError {
  return new GatewayError('invalid_request', { detail });
}
