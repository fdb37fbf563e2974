import { NODE_HEADERS } from '@oracle-gateway/node-api';
import {
  agreeOnKeys,
  commonVersion,
  type Handshake,
  type HandshakeAgreement,
  readHandshake,
  STREAM_HEADER,
  STREAM_PATH,
} from '@oracle-gateway/node-api/stream';
import { type DeploymentId, fromHex } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { NodeError } from '../../errors/node-error.js';
import type { EncryptionKeys } from '../../ledger/encryption-keys.js';
import type { NodeMetrics } from '../../telemetry/metrics.js';
import type { Authenticate, SignedHandshake } from '../authenticate.js';
import type { NodeRequest } from '../exchange.js';

export interface JudgeHandshakeDeps {
  readonly deploymentId: DeploymentId;
  readonly nodeIndex: number;
  readonly authenticate: Pick<Authenticate, 'handshake'>;
  readonly encryptionKeys: Pick<EncryptionKeys, 'opening'>;
  readonly metrics: Pick<NodeMetrics, 'unauthorized'>;
}

/** A handshake that a gateway has signed, with the keys that follow from it. */
export type JudgedHandshake = SignedHandshake & HandshakeAgreement & Pick<Handshake, 'gatewayKey'>;

/** Credential → version → encryption key → keys. Throws NodeError. */
export type JudgeHandshake = (request: Pick<NodeRequest, 'header' | 'peer'>) => Promise<JudgedHandshake>;

export function createJudgeHandshake(deps: JudgeHandshakeDeps): JudgeHandshake {
  /** The secret of the named key; null where the handshake names none. Throws NodeError. */
  const secretOf = (named: Uint8Array | null): Uint8Array | null => {
    if (named === null) return null;
    const pair = deps.encryptionKeys.opening().find(({ publicKey }) => equalBytes(publicKey, named));
    if (pair === undefined) throw new NodeError('not_enabled', 'stream: the node does not have the named encryption key');
    return pair.secretKey;
  };

  return async ({ header, peer }) => {
    const handshake = readHandshake(header(STREAM_HEADER));
    if (handshake === null) {
      deps.metrics.unauthorized.inc({ reason: 'header_malformed' });
      throw new NodeError('unauthorized');
    }
    const signed = await deps.authenticate.handshake({ path: STREAM_PATH, header, body: handshake.bytes, peer });
    const version = commonVersion(handshake);
    if (version === null) throw new NodeError('not_enabled', 'stream: the node speaks none of the offered versions');
    const { deploymentId, nodeIndex } = deps;
    // Verified above, so it has its form.
    const signature = fromHex(header(NODE_HEADERS.signature) ?? '', 64);
    const transcript = { deploymentId, nodeIndex, gatewayAuthority: signed.caller.authority, signature, version };
    const agreed = agreeOnKeys(transcript, { handshake, encryptionSecret: secretOf(handshake.encryptionKey) });
    if (agreed === null) throw new NodeError('invalid_request', 'stream: the fresh key must not be of small order');
    return { ...signed, ...agreed, gatewayKey: handshake.gatewayKey };
  };
}
