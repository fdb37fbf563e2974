import { fromHex, HexError, toHex } from '@oracle-gateway/protocol';
import { X25519_KEY_BYTES } from './x25519.js';

/** Path of the upgrade request. */
export const STREAM_PATH = '/v1/stream';
/** Header of the upgrade request and of its answer: what each side contributes to the keys, as `0x` hex. */
export const STREAM_HEADER = 'x-svc-stream';
/** Versions of the stream that this code speaks, ascending. */
export const STREAM_VERSIONS: readonly number[] = [1];

const MAX_VERSIONS = 8;
const NO_KEY = new Uint8Array(X25519_KEY_BYTES);

/** The gateway's handshake: it travels in a header, and the gateway signs it as the body of its request (protocol, "Stream to a node"). */
export interface Handshake {
  /** The whole header, decoded: what the signature covers. */
  readonly bytes: Uint8Array;
  /** Known versions, ascending. */
  readonly versions: readonly number[];
  readonly gatewayKey: Uint8Array;
  /** The node's key that the ledger names; null where the gateway uses none. */
  readonly encryptionKey: Uint8Array | null;
}

/** The node's answer to the handshake, in a header. */
export interface HandshakeAnswer {
  readonly version: number;
  readonly nodeKey: Uint8Array;
}

export function encodeHandshake(input: Omit<Handshake, 'bytes'>): Uint8Array {
  const { versions, gatewayKey, encryptionKey } = input;
  return Buffer.concat([Uint8Array.of(versions.length, ...versions), gatewayKey, encryptionKey ?? NO_KEY]);
}

/** Null for anything but a handshake in its one encoding. */
export function readHandshake(header: string | undefined): Handshake | null {
  const bytes = readBytes(header);
  const count = bytes?.[0];
  if (bytes === null || count === undefined || count < 1 || count > MAX_VERSIONS || bytes.length !== 1 + count + 2 * X25519_KEY_BYTES)
    return null;
  const versions = [...bytes.subarray(1, 1 + count)];
  if (versions.some((version, at) => at > 0 && version <= Number(versions[at - 1]))) return null;
  const gatewayKey = bytes.subarray(1 + count, 1 + count + X25519_KEY_BYTES);
  const named = bytes.subarray(1 + count + X25519_KEY_BYTES);
  return { bytes, versions, gatewayKey, encryptionKey: named.every((byte) => byte === 0) ? null : named };
}

/** The latest version that both sides speak; null without one. */
export function commonVersion({ versions }: Handshake): number | null {
  return versions.findLast((version) => STREAM_VERSIONS.includes(version)) ?? null;
}

export function encodeHandshakeAnswer({ version, nodeKey }: HandshakeAnswer): string {
  return toHex(Buffer.concat([Uint8Array.of(version), nodeKey]));
}

/** Null for anything but an answer with a version that was offered. */
export function readHandshakeAnswer(header: string | undefined, offered: readonly number[]): HandshakeAnswer | null {
  const bytes = readBytes(header);
  const version = bytes?.[0];
  if (bytes === null || version === undefined || bytes.length !== 1 + X25519_KEY_BYTES || !offered.includes(version)) return null;
  return { version, nodeKey: bytes.subarray(1) };
}

/** Longer than the largest handshake. */
const MAX_HEADER_CHARACTERS = 256;

function readBytes(header: string | undefined): Uint8Array | null {
  if (header === undefined || header.length > MAX_HEADER_CHARACTERS || !/^0x[0-9a-f]+$/.test(header)) return null;
  try {
    return fromHex(header);
  } catch (error) {
    if (error instanceof HexError) return null;
    throw error;
  }
}
