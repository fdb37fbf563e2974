import {
  type AllowedSources,
  ContractError,
  readSealedSecrets,
  requireSecretSource,
  type SealedSecretsHex,
} from '@oracle-gateway/node-api';
import { type ApiConfig, parseAddress, secretNames } from '@oracle-gateway/protocol';
import { equalBytes, type SubjectSource, sourceMember, type Subject } from '@oracle-gateway/protocol/internal';
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

/** A request for a subject, with what its caller sealed for this node: an entry for each source. */
export interface SealedRequest {
  readonly subject: Subject;
  readonly sealed?: readonly (SealedSecretsHex | null)[];
  /** A key in base58. */
  readonly requester: string;
}

/**
 * One for each source: with its secrets in place, or why they do not serve. Throws NodeError `invalid_request` where secrets are sent for
 * other sources than those with placeholders, or for a source that no secret may be sent to.
 */
export type UnsealSources = (request: SealedRequest) => readonly (UnsealedSource | NodeError)[];

/** Opens secrets that a caller sealed for this node (protocol, Sealed secrets). Refuses secrets that do not serve this request. */
export function createUnsealSources(deps: SealedSourceDeps): UnsealSources {
  const unseal = ({ apiConfig, sourceId }: SubjectSource, sealed: SealedSecretsHex, requester: string): UnsealedSource => {
    const keys = deps.encryptionKeys.opening();
    if (keys.length === 0) {
      throw new NodeError('not_enabled', 'sealed: this node has no encryption key; use other nodes for private sources');
    }
    const secrets = openSecrets({ sealed: readSealedSecrets(sealed), sourceId, nodeIndex: deps.nodeIndex, keys });
    requireServing(secrets, requester, deps.nowMs() / 1_000);
    return { config: substituteSecrets(apiConfig, secrets.values), secrets: [...secrets.values.values()] };
  };

  return ({ subject, sealed = [], requester }) => {
    const sources = subject.sources.map((source, place) => ({ source, sealed: sealed[place] ?? null }));
    for (const [place, one] of sources.entries()) requireSealable(one, sourceMember(subject, place), deps.allowed);
    return sources.map(({ source, sealed: secrets }) => {
      if (secrets === null) return { config: source.apiConfig, secrets: [] };
      try {
        return unseal(source, secrets, requester);
      } catch (error) {
        return failureOf(error);
      }
    });
  };
}

function requireSealable(
  { source: { apiConfig }, sealed }: { readonly source: SubjectSource; readonly sealed: SealedSecretsHex | null },
  member: string,
  allowed: AllowedSources,
): void {
  const isPrivate = secretNames(apiConfig).length > 0;
  if (isPrivate !== (sealed !== null)) {
    throw new NodeError('invalid_request', `sealed: must be sent exactly where ${member} holds {{secret.<name>}} placeholders`);
  }
  if (!isPrivate) return;
  try {
    requireSecretSource(apiConfig, allowed);
  } catch (error) {
    throw error instanceof ContractError ? new NodeError('invalid_request', `${member}.url: ${error.rule}`) : error;
  }
}

function requireServing({ notAfter, owner }: SourceSecrets, requester: string, nowSeconds: number): void {
  if (nowSeconds > notAfter || notAfter > nowSeconds + MAX_SECRET_LIFE_SECONDS) {
    throw new NodeError('secrets_expired');
  }
  if (owner !== null && !equalBytes(owner, parseAddress(requester))) {
    throw new NodeError('secrets_other_owner');
  }
}

function failureOf(error: unknown): NodeError {
  if (error instanceof NodeError) return error;
  if (!(error instanceof SealedSecretsError)) throw error;
  return error.reason === 'undecryptable' ? new NodeError('envelope_undecryptable') : new NodeError('secrets_malformed', error.message);
}
