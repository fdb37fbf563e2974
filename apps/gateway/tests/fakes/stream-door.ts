import { NODE_HEADERS, nodeOperations, verifyNodeRequest } from '@oracle-gateway/node-api';
import {
  agreeOnKeys,
  createNodeHalf,
  createUpgrader,
  DEFAULT_LIMITS,
  type NodeStream,
  readHandshake,
  refuseUpgrade,
  STREAM_HEADER,
  STREAM_PATH,
  type StreamAnswer,
  type StreamPush,
  type UpgradeRequest,
} from '@oracle-gateway/node-api/stream';
import { fromHex, unixMs } from '@oracle-gateway/protocol';
import { MAX_REQUEST_SKEW_MS } from '@oracle-gateway/protocol/internal';
import type { Duplex } from 'node:stream';
import { encryptionPair } from './encryption-pair.js';
import { isOf, type NodeWorld } from './node-signer.js';

/** Door for the streams of a test node's gateway. */
export interface StreamDoor {
  accept(upgrade: UpgradeRequest): void;
  /** Streams that have opened and not ended. */
  openStreams(): number;
  /** Pushes to every open stream. */
  push(push: StreamPush): void;
  sendDrainNotice(): void;
  /** Cuts every connection off, as a process that is killed. */
  cut(): void;
}

export interface StreamDoorInput {
  readonly index: number;
  readonly world: NodeWorld;
  /** False: every upgrade is refused as by a node of the version before. */
  readonly isOpen: () => boolean;
  /** Null: the node cuts its streams off in place of an answer. */
  readonly answer: (path: string, body: Uint8Array, signal: AbortSignal) => Promise<StreamAnswer | null>;
}

const NOT_FOUND = { status: 404, body: '{"error":"no such operation","code":"not_found"}' };
const UNAUTHORIZED = { status: 401, body: '{"error":"not this gateway","code":"unauthorized"}' };

export function createStreamDoor({ index, world, isOpen, answer }: StreamDoorInput): StreamDoor {
  const upgrade = createUpgrader();
  const streams = new Map<NodeStream, Duplex>();

  const cut = (): void => {
    for (const socket of streams.values()) socket.destroy();
  };

  return {
    accept(request) {
      if (!isOpen() || request.request.url !== STREAM_PATH) {
        refuseUpgrade(request, NOT_FOUND);
        return;
      }
      const agreement = agree(request, index, world);
      if (agreement === null) {
        refuseUpgrade(request, UNAUTHORIZED);
        return;
      }
      upgrade(request, agreement.header, (wire) => {
        const stream = createNodeHalf({
          wire,
          keys: agreement.keys,
          limits: DEFAULT_LIMITS,
          nowMs: Date.now,
          onOpened: () => void streams.set(stream, request.socket),
          async answer({ operation, body, signal }) {
            const path = operation === null ? '/' : nodeOperations[operation].path;
            const answered = await answer(path, body, signal);
            if (answered === null) cut();
            return answered ?? NOT_FOUND;
          },
          onFailure: (error) => {
            throw error;
          },
          onClosed: () => void streams.delete(stream),
        });
      });
    },
    openStreams: () => streams.size,
    push(push) {
      for (const stream of streams.keys()) stream.push(push);
    },
    sendDrainNotice() {
      for (const stream of streams.keys()) stream.sendDrainNotice();
    },
    cut,
  };
}

/** Verifies the opener of a stream like an oracle node. */
function agree({ request }: UpgradeRequest, index: number, world: NodeWorld) {
  const handshake = readHandshake(headerOf(request.headers[STREAM_HEADER]));
  if (handshake === null) return null;
  const headers = (name: string): string | undefined => headerOf(request.headers[name]);
  const verdict = verifyNodeRequest({
    headers,
    deploymentId: world.deploymentId,
    nodeIndex: index,
    path: STREAM_PATH,
    body: handshake.bytes,
    nowMs: unixMs(Date.now()),
    maxSkewMs: MAX_REQUEST_SKEW_MS,
  });
  if (!verdict.ok || !isOf(world, verdict)) return null;
  const { deploymentId, authority: gatewayAuthority } = world;
  const signature = fromHex(headers(NODE_HEADERS.signature) ?? '', 64);
  return agreeOnKeys(
    { deploymentId, nodeIndex: index, gatewayAuthority, signature, version: 1 },
    { handshake, encryptionSecret: encryptionPair(index).secretKey },
  );
}

function headerOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
