import { setTimeout as wait } from 'node:timers/promises';
import { openStream } from '@oracle-gateway/node-api/stream';
import { fromHex, parseAddress, toAddress } from '@oracle-gateway/protocol';
import { signedBytes } from '@oracle-gateway/protocol/internal';
import { signerOf } from '../world/caller.mjs';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;
/** One machine plays every gateway, and all shake hands at once: each waits longer than a gateway of its own machine would. */
const HANDSHAKE_MS = 60_000;

/**
 * Opens streams to nodes as a gateway does, with its key.
 *
 * @param {{ manifest: any, account?: Uint8Array, secretKey: readonly number[] }} input `account` of the gateway, the world's unless told
 * @returns {(node: { index: number, origin: string, onClosed: () => void }) => Promise<import('@oracle-gateway/node-api/stream').GatewayStream>}
 */
export function createStreamOpener({ manifest, account = parseAddress(manifest.gatewayPda), secretKey }) {
  const sign = signerOf(secretKey);
  const deps = {
    deploymentId: fromHex(manifest.deploymentId, 32),
    gateway: account,
    gatewayAuthority: toAddress(Uint8Array.from(secretKey).slice(32)),
    sign: (kind, preimage) => Promise.resolve(sign(signedBytes(kind, preimage))),
    nowMs: Date.now,
    monotonicMs: () => performance.now(),
    limits: { handshakeMs: HANDSHAKE_MS },
    onFailure: () => undefined,
  };
  return ({ index, origin, onClosed }) =>
    openStream(deps, {
      origin,
      nodeIndex: index,
      encryptionKey: null,
      wants: { commitments: false, registryVersion: true },
      onPush: () => undefined,
      onDraining: () => undefined,
      onClosed,
    });
}

/**
 * Keeps a stream open: it opens another when one ends, after a pause that doubles. `counts` is shared: `open` streams, `refusals` by name.
 *
 * @returns {{ close: () => void }}
 */
export function keepStream(open, { index, origin, counts }) {
  let isOver = false;
  let stream;
  const run = async () => {
    let refused = 0;
    while (!isOver) {
      let end;
      const ended = new Promise((resolve) => (end = resolve));
      try {
        stream = await open({ index, origin, onClosed: end });
        refused = 0;
        counts.open += 1;
        await ended;
        counts.open -= 1;
      } catch (error) {
        const name = error.refusal?.code ?? error.failure ?? error.name;
        counts.refusals[name] = (counts.refusals[name] ?? 0) + 1;
        refused += 1;
      }
      await wait(Math.min(FIRST_PAUSE_MS * 2 ** refused, LONGEST_PAUSE_MS) * (0.5 + Math.random()));
    }
  };
  void run();
  return {
    close() {
      isOver = true;
      void stream?.close(0);
    },
  };
}
