import { type DeploymentId, type RegistrySnapshot, registrySnapshotMessage, signersOf } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { AggregateKeyError, type AggregateKeyFault, aggregatePublicKeys } from './aggregate.js';
import { keysOf, type RegistryKeys, UnknownSignerError } from './registry-keys.js';
import type { VerifySignature } from './signature.js';
import { verifySignature } from './verify.js';

/** A snapshot and the aggregate signature of the version that vouches for it. */
export interface SignedRegistrySnapshot {
  readonly snapshot: RegistrySnapshot;
  /** 32 bytes, big-endian: bit i is node index i of the signers' version. */
  readonly signersBitmap: Uint8Array;
  /** 32 bytes. */
  readonly s: Uint8Array;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
}

/** Why a registry snapshot is refused. */
export type RegistrySnapshotRefusal =
  | 'deployment'
  | 'signer_version'
  | 'too_few_signers'
  | 'unknown_signer'
  | Exclude<AggregateKeyFault, 'no_keys'>
  | 'signature';

/** Which nodes vouch for a registry version, or why the snapshot is refused. */
export type RegistrySnapshotVerdict =
  | {
      readonly ok: true;
      /** Node indices of the signers' version, ascending. */
      readonly signers: number[];
    }
  | { readonly ok: false; readonly reason: RegistrySnapshotRefusal };

/** Whether so many signers are more than two thirds of a version's nodes. */
export function enoughToVouch(signers: number, active: number): boolean {
  return signers * 3 > active * 2;
}

/**
 * Decides whether more than two thirds of a registry version's nodes signed this snapshot (protocol, "Registry snapshot"). The caller
 * judges whether the snapshot is newer than what it has, and its age.
 *
 * @param input.registry the version whose nodes signed
 * @throws TypeError or RangeError for a field of a wrong type or width, never for a snapshot that is merely false
 */
export function verifyRegistrySnapshot(
  input: { readonly deploymentId: DeploymentId; readonly registry: RegistryKeys; readonly signed: SignedRegistrySnapshot },
  options: { readonly verify?: VerifySignature } = {},
): RegistrySnapshotVerdict {
  const { registry, signed } = input;
  const message = registrySnapshotMessage(signed.snapshot);
  const signers = signersOf(signed.signersBitmap);
  if (!equalBytes(signed.snapshot.deploymentId, input.deploymentId)) return refuse('deployment');
  if (signed.snapshot.signerVersion !== registry.version) return refuse('signer_version');
  if (!enoughToVouch(signers.length, registry.keys.filter((key) => key !== null).length)) return refuse('too_few_signers');

  const publicKey = sumOf(registry, signers);
  if (typeof publicKey === 'string') return refuse(publicKey);
  const verify = options.verify ?? verifySignature;
  return verify({ publicKey, message, s: signed.s, commitment: signed.commitment }) ? { ok: true, signers } : refuse('signature');
}

function sumOf(registry: RegistryKeys, signers: readonly number[]): Uint8Array | RegistrySnapshotRefusal {
  try {
    return aggregatePublicKeys(keysOf(registry, signers));
  } catch (error) {
    if (error instanceof UnknownSignerError) return 'unknown_signer';
    if (!(error instanceof AggregateKeyError)) throw error;
    return error.reason === 'no_keys' ? 'too_few_signers' : error.reason;
  }
}

function refuse(reason: RegistrySnapshotRefusal): RegistrySnapshotVerdict {
  return { ok: false, reason };
}
