import type { Budget } from '@oracle-gateway/fair-share';
import { verifyNodeRequest, type RequestRefusal } from '@oracle-gateway/node-api';
import {
  formatAddress,
  toAddress,
  unixMs,
  type Address,
  type DeploymentId,
  type Ed25519Input,
  type VerifyEd25519,
} from '@oracle-gateway/protocol';
import { MAX_REQUEST_SKEW_MS } from '@oracle-gateway/protocol/internal';
import { nativeSha256 } from '@oracle-gateway/protocol/node';
import { NodeError } from '../errors/node-error.js';
import type { Caller, GatewayAccess, GatewaySigner } from '../ledger/gateway-access.js';
import type { Blocks } from '../sharing/blocks.js';
import type { NodeMetrics } from '../telemetry/metrics.js';
import type { Peer } from './connections.js';
import type { NodeRequest } from './exchange.js';

/**
 * Limits for connections on which no gateway has signed yet, by address block. A good signature of a known gateway is not charged: its
 * connection is no longer limited.
 */
export interface StrangerLimits {
  /** Signatures that name a gateway which this node knows, and its authority. */
  readonly asKnownGateway: Budget;
  /** Signatures that name any other account or key: a good one makes the node read the ledger. */
  readonly asUnknownGateway: Budget;
}

export interface AuthenticateDeps {
  readonly deploymentId: DeploymentId;
  readonly nodeIndex: number;
  readonly verifySignature: VerifyEd25519;
  readonly gatewayAccess: Pick<GatewayAccess, 'find' | 'findAgain' | 'isKnown'>;
  readonly blocks: Blocks;
  readonly strangerLimits: StrangerLimits;
  readonly nowMs: () => number;
  readonly metrics: Pick<NodeMetrics, 'unauthorized'>;
}

type SignedRequest = Pick<NodeRequest, 'path' | 'header' | 'body' | 'peer'>;

/** Signer of a stream's handshake. Anyone can repeat a handshake, so the connection is a stranger's until `prove`. */
export interface SignedHandshake {
  readonly caller: Caller;
  /** Records that the gateway itself is at the other end. */
  prove(): void;
}

/** Every refusal is the same 401, so that a stranger learns nothing about the cause. */
export interface Authenticate {
  /** The gateway that signed a request. Its connection and its address block are no stranger's from now on. Throws NodeError. */
  request(request: SignedRequest): Promise<Caller>;
  /** The gateway that signed a handshake. Throws NodeError. */
  handshake(request: SignedRequest): Promise<SignedHandshake>;
  /** The gateway that opened a stream, by the node's view of the ledger now. Throws NodeError. */
  ofStream(opener: GatewaySigner, peer: Peer): Promise<Caller>;
}

export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const refusal = (reason: RequestRefusal | 'gateway_not_active'): NodeError => {
    deps.metrics.unauthorized.inc({ reason });
    return new NodeError('unauthorized');
  };

  const requireActive = (caller: Caller | null): Caller => {
    if (caller === null) throw refusal('gateway_not_active');
    return caller;
  };

  /** Runs after all checks that cost nothing. Throws NodeError `overloaded`. */
  const verifyWithinLimits = (peer: Peer, signed: Ed25519Input, gateway: Address, takeBack: TakeBack): boolean => {
    const isKnown = deps.gatewayAccess.isKnown({ gateway, authority: toAddress(signed.publicKey) });
    if (isKnown && peer.gateway() === formatAddress(gateway)) {
      return deps.verifySignature(signed);
    }
    const limits = isKnown ? deps.strangerLimits.asKnownGateway : deps.strangerLimits.asUnknownGateway;
    const spending = limits.take(deps.blocks.tenantOf(peer.block));
    if (!spending.ok) {
      throw new NodeError('overloaded');
    }
    const isGood = deps.verifySignature(signed);
    if (isGood && isKnown) {
      takeBack(() => spending.spent.takeBack());
    }
    return isGood;
  };

  const signerOf = async ({ header, path, body, peer }: SignedRequest, takeBack: TakeBack): Promise<Caller> => {
    const verdict = verifyNodeRequest({
      headers: header,
      deploymentId: deps.deploymentId,
      nodeIndex: deps.nodeIndex,
      path,
      body,
      nowMs: unixMs(deps.nowMs()),
      maxSkewMs: MAX_REQUEST_SKEW_MS,
      verify: (signed, gateway) => verifyWithinLimits(peer, signed, gateway, takeBack),
      sha256: nativeSha256,
    });
    if (!verdict.ok) throw refusal(verdict.reason);
    const signer = { gateway: verdict.gateway, authority: verdict.gatewayAuthority };
    const caller = requireActive(await deps.gatewayAccess.find(signer, deps.blocks.tenantOf(peer.block)));
    // Reading the ledger may have taken seconds: a replayed request may be too old by now.
    if (Math.abs(deps.nowMs() - verdict.timeMs) > MAX_REQUEST_SKEW_MS) throw refusal('clock_skew');
    return caller;
  };

  const admit = (peer: Peer, { name }: Caller): void => {
    deps.blocks.noteGateway(peer.block);
    peer.admit(name);
  };

  return {
    request: async (request) => {
      const caller = await signerOf(request, (charge) => charge());
      admit(request.peer, caller);
      return caller;
    },
    handshake: async (request) => {
      let takeBack = (): void => undefined;
      const caller = await signerOf(request, (charge) => {
        takeBack = charge;
      });
      const prove = (): void => {
        takeBack();
        admit(request.peer, caller);
      };
      return { caller, prove };
    },
    ofStream: async (opener, peer) => requireActive(await deps.gatewayAccess.findAgain(opener, deps.blocks.tenantOf(peer.block))),
  };
}

/** Gets the function that takes back what a good signature of a known gateway has cost its address block. */
type TakeBack = (charge: () => void) => void;
