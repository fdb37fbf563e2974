import {
  formatAddress,
  fromHex,
  isAddress,
  nodeRequestHash,
  parseAddress,
  type Sha256,
  toHex,
  unixMs,
  verifyEd25519,
  type Ed25519Input,
  type Address,
  type DeploymentId,
  type UnixMs,
} from '@oracle-gateway/protocol';
import { nodeRequestPreimage } from '@oracle-gateway/protocol/internal';

/** The headers of a signed request (docs/protocol.md#request-to-a-node): Gateway account and its authority in base58, milliseconds in decimal, signature as 0x hex. */
export const NODE_HEADERS = { gateway: 'x-svc-gateway', key: 'x-svc-key', time: 'x-svc-time', signature: 'x-svc-signature' } as const;

/** A request to one node of one deployment. */
export interface RequestToSign {
  readonly deploymentId: DeploymentId;
  readonly nodeIndex: number;
  readonly timeMs: UnixMs;
  /** The path as requested; operations take no query. */
  readonly path: string;
  readonly body: Uint8Array;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly gatewayAuthority: Address;
  /** Ed25519 over SHA-256 of `preimage`, by the gateway's authority. */
  readonly sign: (kind: 'node_request', preimage: Uint8Array) => Promise<Uint8Array>;
  /** Default: the portable one. */
  readonly sha256?: Sha256;
}

/**
 * The headers that authenticate one request to one node of one deployment. Rejects with what `sign` rejects with.
 *
 * @example
 * const headers = await signNodeRequest({ deploymentId, nodeIndex: 2, timeMs, path: '/v1/release', body, gateway, gatewayAuthority, sign });
 */
export async function signNodeRequest(input: RequestToSign): Promise<Record<string, string>> {
  const signature = await input.sign('node_request', nodeRequestPreimage(input, hashingOf(input)));
  return {
    [NODE_HEADERS.gateway]: formatAddress(input.gateway),
    [NODE_HEADERS.key]: formatAddress(input.gatewayAuthority),
    [NODE_HEADERS.time]: String(input.timeMs),
    [NODE_HEADERS.signature]: toHex(signature),
  };
}

/** Why a node refuses the signature of a request. */
export type RequestRefusal = 'header_missing' | 'header_malformed' | 'clock_skew' | 'signature_invalid';

/** The gateway that signed a request, or why the signature is refused. */
export type RequestVerdict =
  | { readonly ok: true; readonly gateway: Address; readonly gatewayAuthority: Address; readonly timeMs: UnixMs }
  | { readonly ok: false; readonly reason: RequestRefusal };

/** A request as a node received it. */
export interface RequestToVerify {
  readonly headers: (name: string) => string | undefined;
  readonly deploymentId: DeploymentId;
  readonly nodeIndex: number;
  readonly path: string;
  /** The bytes as received, before any parsing. */
  readonly body: Uint8Array;
  readonly nowMs: UnixMs;
  readonly maxSkewMs: number;
  /**
   * A verifier that keeps decoded keys, for a node that few gateways call often. It is told the account that the signer names. Default: the
   * portable one, which keeps none.
   */
  readonly verify?: (signed: Ed25519Input, gateway: Address) => boolean;
  /** Default: the portable one. */
  readonly sha256?: Sha256;
}

/**
 * Verifies which key signed a request, and when. Whether the account that the request names is an active gateway, and the key its authority,
 * must be read from the ledger.
 */
export function verifyNodeRequest(input: RequestToVerify): RequestVerdict {
  const gateway = input.headers(NODE_HEADERS.gateway);
  const key = input.headers(NODE_HEADERS.key);
  const time = input.headers(NODE_HEADERS.time);
  const signature = input.headers(NODE_HEADERS.signature);
  if (gateway === undefined || key === undefined || time === undefined || signature === undefined) {
    return { ok: false, reason: 'header_missing' };
  }
  if (!isAddress(gateway) || !isAddress(key) || !/^(0|[1-9][0-9]{0,14})$/.test(time) || !/^0x[0-9a-f]{128}$/.test(signature)) {
    return { ok: false, reason: 'header_malformed' };
  }
  const timeMs = unixMs(Number(time));
  if (Math.abs(timeMs - input.nowMs) > input.maxSkewMs) {
    return { ok: false, reason: 'clock_skew' };
  }
  const { deploymentId, nodeIndex, path, body } = input;
  const signer = { gateway: parseAddress(gateway), gatewayAuthority: parseAddress(key) };
  const message = nodeRequestHash({ deploymentId, gateway: signer.gateway, nodeIndex, timeMs, path, body }, hashingOf(input));
  const verify = input.verify ?? verifyEd25519;
  return verify({ signature: fromHex(signature, 64), message, publicKey: signer.gatewayAuthority }, signer.gateway)
    ? { ok: true, ...signer, timeMs }
    : { ok: false, reason: 'signature_invalid' };
}

function hashingOf({ sha256 }: { readonly sha256?: Sha256 }): { readonly sha256: Sha256 } | undefined {
  return sha256 === undefined ? undefined : { sha256 };
}
