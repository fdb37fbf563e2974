import type { NodeOperationName } from '@oracle-gateway/node-api';
import { type GatewayStream, openStream, type OpenStreamInput, StreamHandshakeError } from '@oracle-gateway/node-api/stream';
import { toHex } from '@oracle-gateway/protocol';
import { signedBytes } from '@oracle-gateway/protocol/internal';
import { setMaxListeners } from 'node:events';
import { authorityOf, gatewayOf, signAs } from './gateway-key.js';
import { DEPLOYMENT_ID } from './ledger-fake.js';
import type { NodeReply, Signing, TestNode } from './test-node.js';

const DEADLINE_MS = 60_000;
const streams = new Map<string, Promise<GatewayStream>>();
const never = new AbortController().signal;
setMaxListeners(0, never);

/** Changes that a test makes to a stream's handshake. */
export type HandshakeOptions = Partial<Omit<OpenStreamInput, 'origin' | 'nodeIndex'>>;

/** Opens a stream as a gateway that signs as `signed` says. A signature over another path or body is a signature over something else. */
export function openTestStream(
  node: TestNode,
  gatewayKey: Uint8Array,
  signed: Partial<Signing> = {},
  options: HandshakeOptions = {},
): Promise<GatewayStream> {
  const isOfAnother = signed.path !== undefined || signed.body !== undefined;
  const { timeMs } = signed;
  return openStream(
    {
      deploymentId: signed.deploymentId ?? DEPLOYMENT_ID,
      gateway: signed.gateway ?? gatewayOf(gatewayKey),
      gatewayAuthority: authorityOf(gatewayKey),
      sign: (kind, preimage) => Promise.resolve(signAs(gatewayKey, isOfAnother ? new Uint8Array(32) : signedBytes(kind, preimage))),
      monotonicMs: () => performance.now(),
      nowMs: timeMs === undefined ? Date.now : () => timeMs,
      onFailure: (error) => {
        throw error;
      },
    },
    {
      origin: node.url,
      nodeIndex: signed.nodeIndex ?? node.index,
      encryptionKey: null,
      wants: { commitments: false, registryVersion: false },
      onPush: () => undefined,
      onDraining: () => undefined,
      onClosed: () => undefined,
      ...options,
    },
  );
}

/** One call over the stream of this gateway to this node, which is opened for the first one. */
export async function callOverStream(
  node: TestNode,
  operation: NodeOperationName,
  body: Uint8Array,
  { gatewayKey, ...signed }: Partial<Signing> & Pick<Signing, 'gatewayKey'>,
): Promise<NodeReply> {
  const key = `${node.url} ${toHex(gatewayKey)}`;
  const { signal = never, ...aboutHandshake } = signed;
  const isUsual = Object.keys(aboutHandshake).length === 0;
  try {
    const known = isUsual ? await streams.get(key) : undefined;
    const stream = known?.state === 'open' ? Promise.resolve(known) : openTestStream(node, gatewayKey, aboutHandshake);
    if (isUsual) streams.set(key, stream);
    const { status, body: answered } = await (await stream).call(operation, body, { deadlineMs: DEADLINE_MS, signal });
    return { status, text: Buffer.from(answered).toString() };
  } catch (error) {
    if (error instanceof StreamHandshakeError) streams.delete(key);
    if (!(error instanceof StreamHandshakeError) || error.refusal === null) throw error;
    return { status: error.refusal.status, text: JSON.stringify({ error: 'the handshake was refused', code: error.refusal.code }) };
  }
}
