import { LABELS, type Address, type DeploymentId } from '@oracle-gateway/protocol';
import { nativeSha256 } from '@oracle-gateway/protocol/node';
import { hkdfSync } from 'node:crypto';

/** Bytes of a key of AES-128-GCM. */
const SEAL_KEY_BYTES = 16;

/** One key for each direction of one stream. */
export interface StreamKeys {
  readonly toNode: Uint8Array;
  readonly toGateway: Uint8Array;
}

/** The handshake as both sides saw it; another view of it gives other keys. */
export interface HandshakeTranscript {
  readonly deploymentId: DeploymentId;
  readonly nodeIndex: number;
  readonly gatewayAuthority: Address;
  /** The gateway's signature of its handshake, 64 bytes. */
  readonly signature: Uint8Array;
  readonly handshake: Uint8Array;
  readonly version: number;
  readonly nodeKey: Uint8Array;
}

/**
 * HKDF-SHA256 of the shared secrets: of both fresh keys, and of the gateway's fresh key with the node's encryption key where the handshake names
 * one (protocol, "Stream to a node").
 */
export function deriveStreamKeys(
  transcript: HandshakeTranscript,
  secrets: { readonly fresh: Uint8Array; readonly named: Uint8Array | null },
): StreamKeys {
  const info = Buffer.concat([
    Buffer.from(LABELS.stream, 'ascii'),
    transcript.deploymentId,
    Uint8Array.of(transcript.nodeIndex),
    transcript.gatewayAuthority,
    transcript.signature,
    Uint8Array.of(transcript.version),
    transcript.nodeKey,
    nativeSha256(transcript.handshake),
  ]);
  const secret = secrets.named === null ? secrets.fresh : Buffer.concat([secrets.fresh, secrets.named]);
  const bytes = new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(0), info, 2 * SEAL_KEY_BYTES));
  return { toNode: bytes.subarray(0, SEAL_KEY_BYTES), toGateway: bytes.subarray(SEAL_KEY_BYTES) };
}
