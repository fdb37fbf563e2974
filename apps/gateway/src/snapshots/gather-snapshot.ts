import type { RegistrySnapshotRead } from '@oracle-gateway/ledger';
import type { VouchResponse } from '@oracle-gateway/node-api';
import {
  EXACT_SET_HASH,
  equalBytes,
  fromHex,
  registrySnapshotMessage,
  signersBitmap,
  toHex,
  type DeploymentId,
} from '@oracle-gateway/protocol';
import {
  type Curve,
  enoughToVouch,
  type SignedRegistrySnapshot,
  type VerifySignature,
  verifyRegistrySnapshot,
} from '@oracle-gateway/schnorr';
import {
  IN_ADVANCE,
  type PreparedSession,
  prepareSession,
  SigningSessionError,
  sumPartials,
  verifyPartial,
} from '@oracle-gateway/schnorr/signing';
import { NodeCallError, type NodeFault, type NodeStep } from '../errors/node-call-error.js';
import type { CallLimits, NodeClient } from '../nodes/node-client.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { RandomBytes } from '../rounds/model/random-bytes.js';
import type { Signer } from '../rounds/model/signer.js';
import { nodesWithSharedPoints } from '../rounds/signing/shared-points.js';
import type { Events } from '../telemetry/events.js';

export interface GatherDeps {
  readonly deploymentId: DeploymentId;
  readonly client: Pick<NodeClient, 'commit' | 'vouch'>;
  readonly events: Pick<Events, 'notVouched'>;
  readonly curve: Curve;
  readonly verify: VerifySignature;
  readonly randomBytes: RandomBytes;
}

/** Fewer nodes than more than two thirds of the version signed. */
export class TooFewVouchersError extends Error {
  override readonly name = 'TooFewVouchersError';

  constructor(needed: number, total: number) {
    super(`the registry snapshot was not signed: it needs ${needed} of ${total} nodes; see the nodes' faults before this line`);
  }
}

/** Each attempt leaves out the nodes that failed in the one before. */
const MAX_ATTEMPTS = 4;
const NONCE_BYTES = 16;

/**
 * Has nodes sign one snapshot in two exchanges (protocol, "Registry snapshots"): commitments, then partial signatures. Verifies the sum as any
 * chain would.
 *
 * @throws TooFewVouchersError
 */
export async function gatherSnapshot(
  { read, nodes, limits }: { readonly read: RegistrySnapshotRead; readonly nodes: readonly RoundNode[]; readonly limits: CallLimits },
  deps: GatherDeps,
): Promise<SignedRegistrySnapshot> {
  const total = read.signers.keys.filter((key) => key !== null).length;
  const needed = fewestToVouch(total);
  let able = nodes;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && able.length >= needed; attempt += 1) {
    const failed = new Set<number>();
    const fail = (context: NodeCallError['context']): void => {
      failed.add(context.nodeIndex);
      deps.events.notVouched(context);
    };
    const committed = await commitments(able, limits, deps, fail);
    const chosen = committed.slice(0, needed);
    const prepared = chosen.length < needed ? null : prepare(read, chosen, deps, fail);
    const signed = prepared === null ? null : await sign({ read, chosen, prepared, limits }, deps, fail);
    if (signed !== null) return signed;
    able = able.filter(({ index }) => !failed.has(index));
  }
  throw new TooFewVouchersError(needed, total);
}

/** The smallest number of signers that is more than two thirds. */
export function fewestToVouch(total: number): number {
  const signers = Math.floor((total * 2) / 3);
  return enoughToVouch(signers, total) ? signers : signers + 1;
}

type Fail = (context: NodeCallError['context']) => void;

/** A fresh commitment of each node that gives one, by index. Nodes that show one point are left out together. */
async function commitments(nodes: readonly RoundNode[], limits: CallLimits, deps: GatherDeps, fail: Fail): Promise<readonly Signer[]> {
  const answers = await Promise.all(
    nodes.map((node) =>
      asked(fail, async (): Promise<Signer> => {
        const request = { count: 1, gatewayNonce: toHex(deps.randomBytes(NONCE_BYTES)) };
        const [nonce] = (await deps.client.commit(node, request, limits)).nonces;
        if (nonce === undefined) throw faultOf(node, 'commit', 'bad_answer');
        return { node, nonce };
      }),
    ),
  );
  const given = answers.filter((signer) => signer !== null);
  const shared = nodesWithSharedPoints(given);
  for (const nodeIndex of shared) fail({ nodeIndex, step: 'commit', fault: 'bad_answer' });
  return given.filter(({ node }) => !shared.has(node.index));
}

/** Null where a node's commitment is no point, or the commitments have no sum. */
function prepare({ snapshot }: RegistrySnapshotRead, chosen: readonly Signer[], deps: GatherDeps, fail: Fail): PreparedSession | null {
  const message = registrySnapshotMessage(snapshot);
  const signers = chosen.map(({ node: { index, publicKey }, nonce }) => ({
    index,
    publicKey,
    D: fromHex(nonce.d, 33),
    E: fromHex(nonce.e, 33),
  }));
  try {
    return prepareSession({ sessionId: message, attempt: IN_ADVANCE, message, setHash: EXACT_SET_HASH, signers }, deps);
  } catch (error) {
    const nodeIndex = error instanceof SigningSessionError ? (error.index ?? signers.at(-1)?.index) : undefined;
    if (nodeIndex === undefined) throw error;
    fail({ nodeIndex, step: 'commit', fault: 'bad_answer' });
    return null;
  }
}

interface ToSign {
  readonly read: RegistrySnapshotRead;
  readonly chosen: readonly Signer[];
  readonly prepared: PreparedSession;
  readonly limits: CallLimits;
}

async function sign({ read, chosen, prepared, limits }: ToSign, deps: GatherDeps, fail: Fail): Promise<SignedRegistrySnapshot | null> {
  const { snapshot } = read;
  const request = {
    signerVersion: Number(snapshot.signerVersion),
    version: Number(snapshot.version),
    signedAtSeconds: snapshot.signedAtSeconds,
    message: toHex(registrySnapshotMessage(snapshot)),
    signers: chosen.map(({ node, nonce }) => ({ index: node.index, ...nonce })),
  };
  const answers = await Promise.all(
    chosen.map(({ node }) =>
      asked(fail, async () => {
        const answer = await deps.client.vouch(node, request, limits);
        if (!isGood(prepared, node, answer)) throw faultOf(node, 'vouch', 'bad_partial');
        return fromHex(answer.partial, 32);
      }),
    ),
  );
  const partials = answers.filter((partial) => partial !== null);
  if (partials.length < chosen.length) return null;
  const { s, commitment } = sumPartials(prepared, partials);
  const signed = { snapshot, signersBitmap: signersBitmap(chosen.map(({ node }) => node.index)), s, commitment };
  const verdict = verifyRegistrySnapshot({ deploymentId: deps.deploymentId, registry: read.signers, signed }, deps);
  if (!verdict.ok) throw new Error(`good partial signatures make no registry snapshot: ${verdict.reason}`);
  return signed;
}

function isGood(prepared: PreparedSession, { index }: RoundNode, { partial, groupCommitment }: VouchResponse): boolean {
  return (
    equalBytes(fromHex(groupCommitment, 33), prepared.groupCommitment.toBytes(true)) && verifyPartial(prepared, index, fromHex(partial, 32))
  );
}

/** Null where the node is at fault, which is told. */
async function asked<T>(fail: Fail, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof NodeCallError)) throw error;
    fail(error.context);
    return null;
  }
}

function faultOf({ index }: RoundNode, step: NodeStep, fault: NodeFault): NodeCallError {
  return new NodeCallError({ nodeIndex: index, step, fault });
}
