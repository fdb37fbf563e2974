import { fromHex, readRequestJson, toHex, unixMs } from '@oracle-gateway/protocol';
import { nativeSha256 } from '@oracle-gateway/protocol/node';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { parseNodeErrorBody } from '../errors.js';
import { NODE_HEADERS, signNodeRequest } from '../request-signature.js';
import { StreamHandshakeError } from './errors.js';
import { createGatewayHalf } from './gateway-half.js';
import type { GatewayStream, OpenStreamDeps, OpenStreamInput } from './gateway-stream.js';
import { DEFAULT_LIMITS, MAX_FRAGMENTS, MAX_MESSAGE_BYTES } from './limits.js';
import { encodeHandshake, readHandshakeAnswer, STREAM_HEADER, STREAM_PATH, STREAM_VERSIONS } from './handshake.js';
import { TAG_BYTES } from './seal.js';
import { deriveStreamKeys, type StreamKeys } from './stream-keys.js';
import { wireOf } from './web-socket-wire.js';
import { freshKey, type FreshKey, sharedSecret } from './x25519.js';

/** Bytes of a refusal's body that are read. */
const MAX_REFUSAL_BYTES = 4 * 1024;

/** Opens a stream: resolves once the node's first authenticated message has arrived. Rejects with StreamHandshakeError. */
export async function openStream(deps: OpenStreamDeps, input: OpenStreamInput): Promise<GatewayStream> {
  const attempt = await signedHandshake(deps, input).catch((cause: unknown) => {
    throw new StreamHandshakeError('unsigned', null, { cause });
  });
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  return await new Promise((resolve, reject) => {
    if (input.signal?.aborted === true) {
      reject(new StreamHandshakeError('aborted'));
      return;
    }
    const socket = new WebSocket(input.origin.replace(/^http/, 'ws') + STREAM_PATH, {
      headers: attempt.headers,
      perMessageDeflate: false,
      followRedirects: false,
      maxPayload: MAX_MESSAGE_BYTES + TAG_BYTES,
      maxFragments: MAX_FRAGMENTS,
      generateMask: noMask,
    });
    let keys: StreamKeys | null = null;
    let isOpen = false;

    const settled = (): void => {
      clearTimeout(timer);
      input.signal?.removeEventListener('abort', onAbort);
    };
    const fail = (error: StreamHandshakeError): void => {
      if (isOpen) return;
      settled();
      reject(error);
      socket.terminate();
    };
    const onAbort = (): void => fail(new StreamHandshakeError('aborted'));
    const timer = setTimeout(() => fail(new StreamHandshakeError('timeout')), limits.handshakeMs);
    input.signal?.addEventListener('abort', onAbort, { once: true });

    socket.on('error', (error) => fail(new StreamHandshakeError('unreachable', null, { cause: error })));
    socket.on('unexpected-response', (_, response) => {
      void refusalOf(response).then(fail);
    });
    socket.on('upgrade', (response) => {
      keys = keysOf(deps, input, attempt, headerOf(response));
    });
    socket.once('open', () => {
      if (keys === null) {
        fail(new StreamHandshakeError('not_authentic'));
        return;
      }
      const stream = createGatewayHalf({
        wire: wireOf(socket),
        keys,
        limits,
        monotonicMs: deps.monotonicMs,
        wants: input.wants,
        onPush: input.onPush,
        onDraining: input.onDraining,
        onOpened: () => {
          isOpen = true;
          settled();
          resolve(stream);
        },
        onClosed: (reason) => {
          if (isOpen) input.onClosed(reason);
          else fail(new StreamHandshakeError(reason === 'lost' ? 'unreachable' : 'not_authentic'));
        },
        onFailure: deps.onFailure,
      });
    });
  });
}

interface SignedHandshake {
  readonly fresh: FreshKey;
  readonly bytes: Uint8Array;
  readonly signature: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

async function signedHandshake(deps: OpenStreamDeps, { nodeIndex, encryptionKey }: OpenStreamInput): Promise<SignedHandshake> {
  const fresh = freshKey();
  const bytes = encodeHandshake({ versions: STREAM_VERSIONS, gatewayKey: fresh.publicKey, encryptionKey });
  const { deploymentId, gateway, gatewayAuthority, sign } = deps;
  const signed = await signNodeRequest({
    deploymentId,
    nodeIndex,
    timeMs: unixMs(deps.nowMs()),
    path: STREAM_PATH,
    body: bytes,
    gateway,
    gatewayAuthority,
    sign,
    sha256: nativeSha256,
  });
  const signature = fromHex(signed[NODE_HEADERS.signature] ?? '', 64);
  return { fresh, bytes, signature, headers: { ...signed, [STREAM_HEADER]: toHex(bytes) } };
}

function keysOf(
  { deploymentId, gatewayAuthority }: OpenStreamDeps,
  { nodeIndex, encryptionKey }: OpenStreamInput,
  { fresh, bytes, signature }: SignedHandshake,
  header: string | undefined,
): StreamKeys | null {
  const answer = readHandshakeAnswer(header, STREAM_VERSIONS);
  if (answer === null) return null;
  const shared = sharedSecret(fresh.secret, answer.nodeKey);
  const named = encryptionKey === null ? null : sharedSecret(fresh.secret, encryptionKey);
  if (shared === null || (encryptionKey !== null && named === null)) return null;
  const transcript = { deploymentId, nodeIndex, gatewayAuthority, signature, handshake: bytes, ...answer };
  return deriveStreamKeys(transcript, { fresh: shared, named });
}

function headerOf({ headers }: IncomingMessage): string | undefined {
  const header = headers[STREAM_HEADER];
  return typeof header === 'string' ? header : undefined;
}

async function refusalOf(response: IncomingMessage): Promise<StreamHandshakeError> {
  const status = response.statusCode ?? 0;
  try {
    const chunks: Buffer[] = [];
    let total = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > MAX_REFUSAL_BYTES) break;
      chunks.push(chunk);
    }
    const { code } = parseNodeErrorBody(readRequestJson(Buffer.concat(chunks), { maxBytes: MAX_REFUSAL_BYTES }));
    return new StreamHandshakeError('refused', { status, code });
  } catch {
    return new StreamHandshakeError('refused', { status, code: null });
  }
}

/**
 * A mask keeps what a script sends from looking like HTTP to a proxy. Sealed bytes are not chosen by any script, so a mask of zeros does, which
 * costs nothing.
 */
function noMask(mask: Buffer): void {
  mask.fill(0);
}
