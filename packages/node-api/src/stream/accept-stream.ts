import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { MAX_FRAGMENTS, MAX_MESSAGE_BYTES } from './limits.js';
import { encodeHandshakeAnswer, type Handshake, STREAM_HEADER } from './handshake.js';
import { TAG_BYTES } from './seal.js';
import { deriveStreamKeys, type HandshakeTranscript, type StreamKeys } from './stream-keys.js';
import { wireOf } from './web-socket-wire.js';
import type { Wire } from './wire.js';
import { freshKey, secretOf, sharedSecret } from './x25519.js';

/** An upgrade request, as `node:http` hands it over. */
export interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** The node's part in the agreement on a stream's keys. */
export interface HandshakeAgreement {
  readonly keys: StreamKeys;
  /** The header of the answer. */
  readonly header: string;
}

/**
 * The keys of a stream whose handshake was verified. `encryptionSecret` is the secret of the encryption key that the handshake names; null where it
 * names none. Null for a key of small order.
 */
export function agreeOnKeys(
  transcript: Omit<HandshakeTranscript, 'handshake' | 'nodeKey'>,
  { handshake, encryptionSecret }: { readonly handshake: Handshake; readonly encryptionSecret: Uint8Array | null },
): HandshakeAgreement | null {
  const { publicKey: nodeKey, secret } = freshKey();
  const fresh = sharedSecret(secret, handshake.gatewayKey);
  const named = encryptionSecret === null ? null : sharedSecret(secretOf(encryptionSecret), handshake.gatewayKey);
  if (fresh === null || (encryptionSecret !== null && named === null)) return null;
  const keys = deriveStreamKeys({ ...transcript, handshake: handshake.bytes, nodeKey }, { fresh, named });
  return { keys, header: encodeHandshakeAnswer({ version: transcript.version, nodeKey }) };
}

/** Completes upgrades. A request that is no proper upgrade is answered with 400, and `accepted` is not called. */
export function createUpgrader(): (upgrade: UpgradeRequest, header: string, accepted: (wire: Wire) => void) => void {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES + TAG_BYTES,
    maxFragments: MAX_FRAGMENTS,
  });
  const headerOf = new WeakMap<IncomingMessage, string>();
  server.on('headers', (headers, request) => headers.push(`${STREAM_HEADER}: ${headerOf.get(request) ?? ''}`));
  return ({ request, socket, head }, header, accepted) => {
    headerOf.set(request, header);
    server.handleUpgrade(request, socket, head, (webSocket) => accepted(wireOf(webSocket)));
  };
}

/** Answers an upgrade request as plain HTTP, and ends the connection. */
export function refuseUpgrade(
  { socket }: Pick<UpgradeRequest, 'socket'>,
  answer: { readonly status: number; readonly body: string },
): void {
  const lines = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(answer.body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.once('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.end(`${lines.join('\r\n')}\r\n\r\n${answer.body}`);
}
