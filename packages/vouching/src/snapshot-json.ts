import { encodeRegistrySnapshot, registrySnapshotMessage, toHex } from '@oracle-gateway/protocol';
import type { SignedRegistrySnapshot } from '@oracle-gateway/schnorr';

/** A signed snapshot as JSON: `data` of `GET /v1/registry/snapshot`. */
export interface SnapshotJson {
  signerVersion: number;
  version: number;
  oldestAcceptedVersion: number;
  /** Unix seconds. */
  signedAt: number;
  minSigners: number;
  snapshot: string;
  message: string;
  signers: number[];
  signersBitmap: string;
  s: string;
  commitment: string;
}

/** `signers` are the node indices that the verification returned. */
export function snapshotJson({ snapshot, signersBitmap, s, commitment }: SignedRegistrySnapshot, signers: readonly number[]): SnapshotJson {
  return {
    signerVersion: Number(snapshot.signerVersion),
    version: Number(snapshot.version),
    oldestAcceptedVersion: Number(snapshot.oldestAcceptedVersion),
    signedAt: snapshot.signedAtSeconds,
    minSigners: snapshot.minSigners,
    snapshot: toHex(encodeRegistrySnapshot(snapshot)),
    message: toHex(registrySnapshotMessage(snapshot)),
    signers: [...signers],
    signersBitmap: toHex(signersBitmap),
    s: toHex(s),
    commitment: toHex(commitment),
  };
}
