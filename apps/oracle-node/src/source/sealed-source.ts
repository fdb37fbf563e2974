import { type AllowedSources, ContractError, type ObserveRequest, readSealedSecrets, requireSecretSource } from '@oracle-gateway/node-api';
import { type ApiConfig, equalBytes, parseAddress, secretNames, type SourceId } from '@oracle-gateway/protocol';
import {
  MAX_SECRET_LIFE_SECONDS,
  openSecrets,
  SealedSecretsError,
  type SourceSecrets,
  substituteSecrets,
} from '@oracle-gateway/protocol/sealed';
import type { EncryptionKeys } from '../ledger/encryption-keys.js';
import { NodeError } from '../errors/node-error.js';

export interface SealedSourceDeps {
  readonly nodeIndex: number;
  readonly encryptionKeys: Pick<EncryptionKeys, 'opening'>;
  readonly allowed: AllowedSources;
  readonly nowMs: () => number;
}

/** A source with its secrets in place; kept no longer than its fetch. */
export interface UnsealedSource {
  /** The configuration with the secrets in place of their placeholders. */
  readonly config: ApiConfig;
  /** The opened secrets. */
  readonly secrets: readonly string[];
}

/** Throws NodeError. */
export type UnsealSource = (request: Pick<ObserveRequest, 'apiConfig' | 'sealed' | 'requester'>, sourceId: SourceId) => UnsealedSource;

/** Opens secrets that a caller sealed for this node (protocol, Sealed secrets). Refuses secrets that do not serve this request. */
export function createUnsealSource(deps: SealedSourceDeps): UnsealSource {
  return ({ apiConfig, sealed, requester }, sourceId) => {
    const isPrivate = secretNames(apiConfig).length > 0;
    if (isPrivate !== (sealed !== undefined)) {
      throw new NodeError('invalid_request', 'sealed: must be sent exactly where apiConfig.headers hold {{secret.<name>}} placeholders');
    }
    if (sealed === undefined) {
      return { config: apiConfig, secrets: [] };
    }
    const keys = deps.encryptionKeys.opening();
    if (keys.length === 0) {
      throw new NodeError('not_enabled', 'sealed: this node has no encryption key; use other nodes for private sources');
    }
    try {
      requireSecretSource(apiConfig, deps.allowed);
      const secrets = openSecrets({ sealed: readSealedSecrets(sealed), sourceId, nodeIndex: deps.nodeIndex, keys });
      requireServing(secrets, requester, deps.nowMs() / 1_000);
      return { config: substituteSecrets(apiConfig, secrets.values), secrets: [...secrets.values.values()] };
    } catch (error) {
      throw refusalOf(error);
    }
  };
}

function requireServing({ notAfter, owner }: SourceSecrets, requester: string, nowSeconds: number): void {
  if (nowSeconds > notAfter || notAfter > nowSeconds + MAX_SECRET_LIFE_SECONDS) {
    throw new NodeError('secrets_expired');
  }
  if (owner !== null && !equalBytes(owner, parseAddress(requester))) {
    throw new NodeError('secrets_other_owner');
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ContractError) return new NodeError('invalid_request', error.message);
  if (!(error instanceof SealedSecretsError)) return error;
  return error.reason === 'undecryptable' ? new NodeError('envelope_undecryptable') : new NodeError('secrets_malformed', error.message);
}
