import {
  attestationMessage,
  type DeploymentId,
  type FeedId,
  signersOf,
  type SourceId,
  type UnixMs,
  type Form,
  isForm,
} from '@oracle-gateway/protocol';
import { AggregateKeyError, type AggregateKeyFault, aggregatePublicKeys } from './aggregate.js';
import type { AggregateKeyCache } from './aggregate-key-cache.js';
import { keysOf, type RegistryKeys, UnknownSignerError } from './registry-keys.js';
import type { VerifySignature } from './signature.js';
import { verifySignature } from './verify.js';

/** All statements of a result, in bytes (docs/api.md#post-v1roundexecute). */
export interface Attestation {
  /** 32 bytes; on the pay-per-request path the feed without owner. */
  readonly feedId: FeedId;
  readonly sourceId: SourceId;
  /** 32 bytes, packed. */
  readonly value: Uint8Array;
  readonly registryVersion: bigint;
  /** 1..255. */
  readonly signaturesRequired: number;
  /** A source, an index or a list; the caller knows it from its own request. */
  readonly form: Form;
  /** Time of the request. */
  readonly timestampMs: UnixMs;
  /** The stamp: every signer began to fetch at or after it. It tells how old the value is at most. */
  readonly observedAtMs: UnixMs;
  /** 32 bytes, big-endian: bit i is node index i. */
  readonly signersBitmap: Uint8Array;
  /** 32 bytes. */
  readonly s: Uint8Array;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
}

/** Why an attestation is refused. */
export type AttestationRefusal =
  | 'form'
  | 'registry_version'
  | 'below_min_signers'
  | 'signer_count'
  | 'unknown_signer'
  | Exclude<AggregateKeyFault, 'no_keys'>
  | 'signature';

/** Which nodes signed, or why the attestation is refused. */
export type AttestationVerdict =
  | {
      readonly ok: true;
      /** Node indices, ascending. */
      readonly signers: number[];
      /** The 32 bytes that were signed. */
      readonly message: Uint8Array;
    }
  | { readonly ok: false; readonly reason: AttestationRefusal };

/** An attestation, and the deployment and registry version to check it against. */
export interface AttestationCheck {
  readonly deploymentId: DeploymentId;
  readonly registry: RegistryKeys;
  readonly attestation: Attestation;
}

/**
 * Decides whether the nodes of a registry version signed this attestation (docs/protocol.md#message-m).
 *
 * The verdict covers what the nodes stated, not what the caller asked for. The caller derives `feedId` and `sourceId` from its own request,
 * and judges age and quorum. A quorum below the registry's `minSigners` is refused, because a single node can always sign for a quorum of
 * one.
 *
 * @throws TypeError or RangeError for a field of a wrong type or width, never for an attestation that is merely false
 * @example
 * const verdict = verifyAttestation({ deploymentId, registry: decodeRegistry(accountBytes), attestation });
 * if (!verdict.ok) throw new Error(verdict.reason);
 */
export function verifyAttestation(
  { deploymentId, registry, attestation }: AttestationCheck,
  options: { readonly verify?: VerifySignature; readonly cache?: AggregateKeyCache } = {},
): AttestationVerdict {
  const { signersBitmap, s, commitment } = attestation;
  const message = attestationMessage({ deploymentId, ...attestation });
  const signers = signersOf(signersBitmap);

  if (!Number.isInteger(registry.minSigners)) throw new TypeError('registry.minSigners: must be an integer');
  if (!isForm(attestation.form)) return refuse('form');
  if (attestation.registryVersion !== registry.version) return refuse('registry_version');
  if (attestation.signaturesRequired < registry.minSigners) return refuse('below_min_signers');
  if (signers.length !== attestation.signaturesRequired) return refuse('signer_count');

  const publicKey = aggregateKeyOf(registry, signers, signersBitmap, options.cache);
  if (typeof publicKey === 'string') return refuse(publicKey);

  const verify = options.verify ?? verifySignature;
  return verify({ publicKey, message, s, commitment }) ? { ok: true, signers, message } : refuse('signature');
}

function aggregateKeyOf(
  registry: RegistryKeys,
  signers: readonly number[],
  bitmap: Uint8Array,
  cache: AggregateKeyCache | undefined,
): Uint8Array | AttestationRefusal {
  try {
    return cache === undefined ? aggregatePublicKeys(keysOf(registry, signers)) : cache.get(registry, bitmap);
  } catch (error) {
    if (error instanceof UnknownSignerError) return 'unknown_signer';
    if (!(error instanceof AggregateKeyError)) throw error;
    return error.reason === 'no_keys' ? 'signer_count' : error.reason;
  }
}

function refuse(reason: AttestationRefusal): AttestationVerdict {
  return { ok: false, reason };
}
