import type { Budget } from '@oracle-gateway/fair-share';
import { type LedgerReader, readRegistrySnapshot, type RegistrySnapshotRead } from '@oracle-gateway/ledger';
import type { VouchRequest, VouchResponse } from '@oracle-gateway/node-api';
import { EXACT_SET_HASH, registrySnapshotMessage, toHex, unixSeconds, type DeploymentId } from '@oracle-gateway/protocol';
import { equalBytes, MAX_REQUEST_SKEW_MS } from '@oracle-gateway/protocol/internal';
import { type Curve, enoughToVouch } from '@oracle-gateway/schnorr';
import {
  IN_ADVANCE,
  type NoncePair,
  prepareSession,
  type SigningKey,
  signPartial,
  SigningSessionError,
} from '@oracle-gateway/schnorr/signing';
import { NodeError } from '../errors/node-error.js';
import type { Caller } from '../ledger/gateway-access.js';
import { gatewayTenant } from '../sharing/asker.js';
import { takeOwnPair } from '../signing/in-advance.js';
import { sessionSigners } from '../signing/partial-signature.js';
import type { VouchedTimes } from '../signing/vouched-times.js';
import type { NodeLog } from '../telemetry/log.js';
import type { KeyStock } from './key-stock.js';

export interface VouchDeps {
  readonly deploymentId: DeploymentId;
  readonly nodeIndex: number;
  readonly curve: Curve;
  /** The node's keys: that of its registration, and earlier ones, which sign snapshots alone. */
  readonly stocks: readonly Pick<KeyStock, 'signingKey' | 'commitments'>[];
  readonly times: VouchedTimes;
  /** Reads at `finalized`. */
  readonly reader: Pick<LedgerReader, 'config' | 'registry'>;
  /** Shared by the gateways: each call makes the node read the ledger. */
  readonly budget: Pick<Budget, 'take'>;
  readonly nowMs: () => number;
  readonly log: NodeLog;
}

/** Throws NodeError. */
export type Vouch = (caller: Caller, request: VouchRequest) => Promise<VouchResponse>;

/**
 * Signs a registry snapshot together with other nodes (protocol, "Registry snapshot"). Every byte of the snapshot but its time comes from
 * this node's own reading of the ledger, which begins after the request.
 */
export function createVouch(deps: VouchDeps): Vouch {
  return async (caller, request) => {
    // Taken before any check, as at sign: the pair is used up whatever the outcome of this call is.
    const own = takePair(deps, caller, request);
    if (!request.signers.some(({ index }) => index === deps.nodeIndex)) {
      throw new NodeError('signers_mismatch', 'signers: must include this node');
    }
    if (own === null) {
      throw new NodeError('nonce_spent');
    }
    if (!deps.budget.take(gatewayTenant({ gateway: caller.name })).ok) {
      throw new NodeError('overloaded');
    }
    const read = await readOwn(deps, request, own.signingKey);
    requireNow(request, deps.nowMs());
    return signSnapshot(deps, caller, { request, read, own });
  };
}

/** A pair, and the key that it was made for. */
interface OwnPair {
  readonly pair: NoncePair;
  readonly signingKey: SigningKey;
}

function takePair({ stocks, nodeIndex }: VouchDeps, caller: Caller, request: VouchRequest): OwnPair | null {
  for (const { commitments, signingKey } of stocks) {
    const pair = takeOwnPair({ commitments, nodeIndex }, caller, request);
    if (pair !== null) return { pair, signingKey };
  }
  return null;
}

/** The snapshot as this node reads it. Throws NodeError. */
async function readOwn(
  { deploymentId, reader, nodeIndex }: VouchDeps,
  request: VouchRequest,
  { publicKey }: SigningKey,
): Promise<RegistrySnapshotRead> {
  const signedAtSeconds = unixSeconds(request.signedAtSeconds);
  const asked = { deploymentId, signerVersion: BigInt(request.signerVersion), signedAtSeconds };
  const read = await readRegistrySnapshot(asked, { reader }).catch(() => {
    throw new NodeError('not_ready', 'the ledger cannot be read');
  });
  if (read === null) {
    throw new NodeError('stale_registry', 'signerVersion: must be a version that the ledger has');
  }
  const { version } = read.snapshot;
  if (version !== BigInt(request.version)) {
    throw new NodeError('stale_registry', `version: must be ${version}, the current one of the finalized ledger`);
  }
  const ownKey = read.signers.keys[nodeIndex] ?? null;
  if (ownKey === null || !equalBytes(ownKey, publicKey)) {
    throw new NodeError('not_eligible', 'signerVersion: must be a version that has the key of the commitment');
  }
  return read;
}

/** A time ahead would keep out the snapshots made until then. */
function requireNow({ signedAtSeconds }: VouchRequest, nowMs: number): void {
  const ageMs = nowMs - signedAtSeconds * 1_000;
  if (ageMs < 0 || ageMs > MAX_REQUEST_SKEW_MS) {
    throw new NodeError(
      'clock_skew',
      `signedAtSeconds: must be at most ${MAX_REQUEST_SKEW_MS / 1_000} s old and not ahead of the node's clock`,
    );
  }
}

function signSnapshot(
  deps: VouchDeps,
  caller: Caller,
  { request, read, own }: { readonly request: VouchRequest; readonly read: RegistrySnapshotRead; readonly own: OwnPair },
): VouchResponse {
  const { snapshot, signers: registry } = read;
  const eligible = registry.keys.flatMap((key, index) => (key === null ? [] : [index]));
  if (!enoughToVouch(request.signers.length, eligible.length)) {
    throw new NodeError('signers_mismatch', 'signers: must be more than two thirds of the nodes of signerVersion');
  }
  const signers = sessionSigners({ signaturesRequired: request.signers.length, eligible, registry }, request.signers);
  const message = registrySnapshotMessage(snapshot);
  if (request.message !== toHex(message)) {
    throw new NodeError('snapshot_mismatch');
  }
  try {
    // The message has a label of its own, so it is the session id of no round.
    const session = { sessionId: message, attempt: IN_ADVANCE, message, setHash: EXACT_SET_HASH, signers } as const;
    const prepared = prepareSession(session, { curve: deps.curve, ownPair: own.pair });
    deps.times.claim(snapshot);
    const partial = signPartial({ prepared, ownIndex: deps.nodeIndex, ...own });
    deps.log.info(
      {
        message: request.message,
        signerVersion: request.signerVersion,
        version: request.version,
        signers: request.signers.map(({ index }) => index),
        gateway: caller.name,
      },
      'signed a registry snapshot',
    );
    return { partial: toHex(partial), groupCommitment: toHex(prepared.groupCommitment.toBytes(true)) };
  } catch (error) {
    throw error instanceof SigningSessionError ? new NodeError('signers_mismatch', `signers: ${error.reason}`) : error;
  }
}
