import {
  type CommitRequest,
  type CommitResponse,
  type CommittedNode,
  nodesWithSharedPoints,
  type VouchRequest,
  type VouchResponse,
} from '@oracle-gateway/node-api';
import {
  EXACT_SET_HASH,
  equalBytes,
  fromHex,
  type RegistrySnapshot,
  registrySnapshotMessage,
  signersBitmap,
  toHex,
} from '@oracle-gateway/protocol';
import {
  type Curve,
  enoughToVouch,
  type RegistryKeys,
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

/** A node of the version whose nodes sign, with its key in it. */
export interface Voucher {
  readonly index: number;
  /** 64 bytes. */
  readonly publicKey: Uint8Array;
}

export type VouchStep = 'commit' | 'vouch';

/** An answer that has the form of the contract and is of no use. */
export type VouchFault = 'bad_answer' | 'bad_partial';

/** How nodes are asked. A call returns null where the node gave no answer; the caller has told of it. */
export interface VoucherCalls<V extends Voucher> {
  commit(node: V, request: CommitRequest): Promise<CommitResponse | null>;
  vouch(node: V, request: VouchRequest): Promise<VouchResponse | null>;
  /** Tells of an answer that is of no use. */
  blame(nodeIndex: number, step: VouchStep, fault: VouchFault): void;
}

export interface GatherDeps<V extends Voucher> {
  readonly calls: VoucherCalls<V>;
  readonly curve: Curve;
  readonly verify: VerifySignature;
  readonly randomBytes: (length: number) => Uint8Array;
}

/** What is signed, and the version whose nodes sign. */
export interface ToVouch {
  readonly snapshot: RegistrySnapshot;
  readonly signers: RegistryKeys;
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
export async function gatherSnapshot<V extends Voucher>(
  { toVouch, nodes }: { readonly toVouch: ToVouch; readonly nodes: readonly V[] },
  deps: GatherDeps<V>,
): Promise<SignedRegistrySnapshot> {
  const total = toVouch.signers.keys.filter((key) => key !== null).length;
  const needed = fewestToVouch(total);
  let able = nodes;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && able.length >= needed; attempt += 1) {
    const failed = new Set<number>();
    const blame: Blame = (nodeIndex, step, fault) => {
      failed.add(nodeIndex);
      if (fault !== undefined) deps.calls.blame(nodeIndex, step, fault);
    };
    const committed = await commitments(able, deps, blame);
    const chosen = committed.slice(0, needed);
    const prepared = chosen.length < needed ? null : prepare(toVouch, chosen, deps, blame);
    const signed = prepared === null ? null : await sign({ toVouch, chosen, prepared }, deps, blame);
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

/** Leaves a node out of the next attempt. Without a fault, the call has told of it. */
type Blame = (nodeIndex: number, step: VouchStep, fault?: VouchFault) => void;

interface Committed<V extends Voucher> extends CommittedNode {
  readonly node: V;
}

/** A fresh commitment of each node that gives one, by index. Nodes that show one point are left out together. */
async function commitments<V extends Voucher>(
  nodes: readonly V[],
  { calls, randomBytes }: GatherDeps<V>,
  blame: Blame,
): Promise<readonly Committed<V>[]> {
  const answers = await Promise.all(
    nodes.map(async (node): Promise<Committed<V> | null> => {
      const answer = await calls.commit(node, { count: 1, gatewayNonce: toHex(randomBytes(NONCE_BYTES)) });
      const nonce = answer?.nonces[0];
      if (nonce !== undefined) return { node, nonce };
      blame(node.index, 'commit', answer === null ? undefined : 'bad_answer');
      return null;
    }),
  );
  const given = answers.filter((signer) => signer !== null);
  const shared = nodesWithSharedPoints(given);
  for (const nodeIndex of shared) blame(nodeIndex, 'commit', 'bad_answer');
  return given.filter(({ node }) => !shared.has(node.index));
}

/** Null where a node's commitment is no point, or the commitments have no sum. */
function prepare<V extends Voucher>(
  { snapshot }: ToVouch,
  chosen: readonly Committed<V>[],
  { curve }: GatherDeps<V>,
  blame: Blame,
): PreparedSession | null {
  const message = registrySnapshotMessage(snapshot);
  const signers = chosen.map(({ node: { index, publicKey }, nonce }) => ({
    index,
    publicKey,
    D: fromHex(nonce.d, 33),
    E: fromHex(nonce.e, 33),
  }));
  try {
    return prepareSession({ sessionId: message, attempt: IN_ADVANCE, message, setHash: EXACT_SET_HASH, signers }, { curve });
  } catch (error) {
    const nodeIndex = error instanceof SigningSessionError ? (error.index ?? signers.at(-1)?.index) : undefined;
    if (nodeIndex === undefined) throw error;
    blame(nodeIndex, 'commit', 'bad_answer');
    return null;
  }
}

interface ToSign<V extends Voucher> {
  readonly toVouch: ToVouch;
  readonly chosen: readonly Committed<V>[];
  readonly prepared: PreparedSession;
}

async function sign<V extends Voucher>(
  { toVouch: { snapshot, signers }, chosen, prepared }: ToSign<V>,
  { calls, verify }: GatherDeps<V>,
  blame: Blame,
): Promise<SignedRegistrySnapshot | null> {
  const request = {
    signerVersion: Number(snapshot.signerVersion),
    version: Number(snapshot.version),
    signedAtSeconds: snapshot.signedAtSeconds,
    message: toHex(registrySnapshotMessage(snapshot)),
    signers: chosen.map(({ node, nonce }) => ({ index: node.index, ...nonce })),
  };
  const answers = await Promise.all(
    chosen.map(async ({ node }) => {
      const answer = await calls.vouch(node, request);
      if (answer !== null && isGood(prepared, node, answer)) return fromHex(answer.partial, 32);
      blame(node.index, 'vouch', answer === null ? undefined : 'bad_partial');
      return null;
    }),
  );
  const partials = answers.filter((partial) => partial !== null);
  if (partials.length < chosen.length) return null;
  const { s, commitment } = sumPartials(prepared, partials);
  const signed = { snapshot, signersBitmap: signersBitmap(chosen.map(({ node }) => node.index)), s, commitment };
  const verdict = verifyRegistrySnapshot({ deploymentId: snapshot.deploymentId, registry: signers, signed }, { verify });
  if (!verdict.ok) throw new Error(`good partial signatures make no registry snapshot: ${verdict.reason}`);
  return signed;
}

function isGood(prepared: PreparedSession, { index }: Voucher, { partial, groupCommitment }: VouchResponse): boolean {
  return (
    equalBytes(fromHex(groupCommitment, 33), prepared.groupCommitment.toBytes(true)) && verifyPartial(prepared, index, fromHex(partial, 32))
  );
}
