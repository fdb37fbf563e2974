import {
  type CommitRequest,
  type CommitResponse,
  type NonceCommitmentHex,
  nodesWithSharedPoints,
  type VouchRequest,
  type VouchResponse,
} from '@oracle-gateway/node-api';
import { EXACT_SET_HASH, fromHex, type RegistrySnapshot, registrySnapshotMessage, signersBitmap, toHex } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
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
import type { AskedNode, FailureMemory } from './failure-memory.js';
import { signingTime } from './signing-time.js';

/** A node of the version whose nodes sign, with its key in it. Several may have one index: endpoints that may have the same key. */
export interface Voucher extends AskedNode {
  readonly index: number;
  /** No Node account holds its key any more. The commitment is asked for by key, because the process may have another key too. */
  readonly isFormer?: boolean;
}

export type VouchStep = 'commit' | 'vouch';

/** An answer that has the form of the contract and is of no use. */
export type VouchFault = 'bad_answer' | 'bad_partial';

/** Calls of nodes for a snapshot. A call returns null where the node gave no answer; the caller has told of it. */
export interface VoucherCalls<V extends Voucher> {
  commit(node: V, request: CommitRequest): Promise<CommitResponse | null>;
  vouch(node: V, request: VouchRequest): Promise<VouchResponse | null>;
  /** Tells of an answer that is of no use. */
  blame(nodeIndex: number, step: VouchStep, fault: VouchFault): void;
}

export interface GatherDeps<V extends Voucher> {
  readonly calls: VoucherCalls<V>;
  readonly memory: FailureMemory;
  readonly curve: Curve;
  readonly verify: VerifySignature;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
}

/** Statement to sign, and the version whose nodes sign it. */
export interface ToVouch {
  /** Its time is the earliest that is signed. Each attempt has a time of its own, because nodes sign none that is old. */
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

/** No attempt begins later than this after the first. Each costs a failed node, so 64 nodes need at most 22 attempts. */
export const GATHERING_MS = 60_000;
const NONCE_BYTES = 16;
const DRAW_BYTES = 8;

/**
 * Has nodes sign one snapshot in two exchanges (protocol, "Registry snapshots"): commitments, then partial signatures. Verifies the sum as any
 * chain would.
 *
 * The signers of an attempt are drawn among the nodes that gave a commitment. Nodes that failed before are drawn last. An attempt fails by at
 * least one node, which is left out from then on. So a snapshot is signed however failing nodes choose when to fail, while enough others are
 * left.
 *
 * @throws TooFewVouchersError
 */
export async function gatherSnapshot<V extends Voucher>(
  { toVouch, nodes }: { readonly toVouch: ToVouch; readonly nodes: readonly V[] },
  deps: GatherDeps<V>,
): Promise<SignedRegistrySnapshot> {
  const total = toVouch.signers.keys.filter((key) => key !== null).length;
  const needed = fewestToVouch(total);
  const endsAtMs = deps.monotonicMs() + GATHERING_MS;
  const held: Held<V> = new Map();
  let able = nodes;
  while (placesOf(able) >= needed && deps.monotonicMs() < endsAtMs) {
    const failed = new Set<V>();
    const blame: Blame<V> = (node, step, fault) => {
      failed.add(node);
      held.delete(node);
      deps.memory.noteFailure(node);
      if (fault !== undefined) deps.calls.blame(node.index, step, fault);
    };
    await takeCommitments(able, held, deps, blame);
    const drawn = draw(held, needed, deps);
    const signed = drawn === null ? null : await attempt(restamped(toVouch, deps.nowMs()), drawn, deps, blame);
    if (signed !== null) return signed;
    // Its pair is used up.
    for (const { node } of drawn ?? []) held.delete(node);
    able = able.filter((node) => !failed.has(node));
  }
  throw new TooFewVouchersError(needed, total);
}

/** The smallest number of signers that is more than two thirds. */
export function fewestToVouch(total: number): number {
  const signers = Math.floor((total * 2) / 3);
  return enoughToVouch(signers, total) ? signers : signers + 1;
}

function placesOf(nodes: Iterable<Voucher>): number {
  return new Set([...nodes].map(({ index }) => index)).size;
}

function restamped(toVouch: ToVouch, nowMs: number): ToVouch {
  const { snapshot } = toVouch;
  return { ...toVouch, snapshot: { ...snapshot, signedAtSeconds: signingTime(nowMs, snapshot.signedAtSeconds) } };
}

/** Unused commitments. One that was not drawn serves the next attempt: a gathering ends before it expires. */
type Held<V> = Map<V, NonceCommitmentHex>;

/** Leaves a node out of later attempts. Without a fault, the call has told of it. */
type Blame<V> = (node: V, step: VouchStep, fault?: VouchFault) => void;

interface Committed<V extends Voucher> {
  readonly node: V;
  readonly nonce: NonceCommitmentHex;
}

/** Gets a commitment of each node that has given none yet. Nodes that show one point are left out together. */
async function takeCommitments<V extends Voucher>(
  nodes: readonly V[],
  held: Held<V>,
  { calls, randomBytes }: GatherDeps<V>,
  blame: Blame<V>,
): Promise<void> {
  const missing = nodes.filter((node) => !held.has(node));
  await Promise.all(
    missing.map(async (node) => {
      const ofKey = node.isFormer === true ? { publicKey: toHex(node.publicKey) } : {};
      const answer = await calls.commit(node, { count: 1, gatewayNonce: toHex(randomBytes(NONCE_BYTES)), ...ofKey });
      const nonce = answer?.nonces[0];
      if (nonce === undefined) blame(node, 'commit', answer === null ? undefined : 'bad_answer');
      else held.set(node, nonce);
    }),
  );
  const given = [...held].map(([node, nonce], index) => ({ node: { index }, nonce, voucher: node }));
  const shared = nodesWithSharedPoints(given);
  for (const { node, voucher } of given) if (shared.has(node.index)) blame(voucher, 'commit', 'bad_answer');
}

/** Draws the signers, ascending by index, one of each index. Nodes with fewer failures come first, equals at random. Null: too few. */
function draw<V extends Voucher>(held: Held<V>, needed: number, { memory, randomBytes }: GatherDeps<V>): readonly Committed<V>[] | null {
  const lots = [...held].map(([node, nonce]) => ({ node, nonce, failures: memory.failuresOf(node), lot: toHex(randomBytes(DRAW_BYTES)) }));
  lots.sort((a, b) => a.failures - b.failures || (a.lot < b.lot ? -1 : 1));
  const drawn = new Map<number, Committed<V>>();
  for (const { node, nonce } of lots) {
    if (drawn.size < needed && !drawn.has(node.index)) drawn.set(node.index, { node, nonce });
  }
  if (drawn.size < needed) return null;
  return [...drawn.values()].sort((a, b) => a.node.index - b.node.index);
}

/** Null where a signer failed. */
async function attempt<V extends Voucher>(
  toVouch: ToVouch,
  drawn: readonly Committed<V>[],
  deps: GatherDeps<V>,
  blame: Blame<V>,
): Promise<SignedRegistrySnapshot | null> {
  const prepared = prepare(toVouch, drawn, deps, blame);
  return prepared === null ? null : sign({ toVouch, drawn, prepared }, deps, blame);
}

/** Null where a node's commitment is no point, or the commitments have no sum. */
function prepare<V extends Voucher>(
  { snapshot }: ToVouch,
  drawn: readonly Committed<V>[],
  { curve }: GatherDeps<V>,
  blame: Blame<V>,
): PreparedSession | null {
  const message = registrySnapshotMessage(snapshot);
  const signers = drawn.map(({ node: { index, publicKey }, nonce }) => ({
    index,
    publicKey,
    D: fromHex(nonce.d, 33),
    E: fromHex(nonce.e, 33),
  }));
  try {
    return prepareSession({ sessionId: message, attempt: IN_ADVANCE, message, setHash: EXACT_SET_HASH, signers }, { curve });
  } catch (error) {
    const index = error instanceof SigningSessionError ? (error.index ?? signers.at(-1)?.index) : undefined;
    const faulty = drawn.find(({ node }) => node.index === index);
    if (faulty === undefined) throw error;
    blame(faulty.node, 'commit', 'bad_answer');
    return null;
  }
}

interface ToSign<V extends Voucher> {
  readonly toVouch: ToVouch;
  readonly drawn: readonly Committed<V>[];
  readonly prepared: PreparedSession;
}

async function sign<V extends Voucher>(
  { toVouch: { snapshot, signers }, drawn, prepared }: ToSign<V>,
  { calls, memory, verify }: GatherDeps<V>,
  blame: Blame<V>,
): Promise<SignedRegistrySnapshot | null> {
  const request = {
    signerVersion: Number(snapshot.signerVersion),
    version: Number(snapshot.version),
    signedAtSeconds: snapshot.signedAtSeconds,
    message: toHex(registrySnapshotMessage(snapshot)),
    signers: drawn.map(({ node, nonce }) => ({ index: node.index, ...nonce })),
  };
  const answers = await Promise.all(
    drawn.map(async ({ node }) => {
      const answer = await calls.vouch(node, request);
      if (answer !== null && isGood(prepared, node, answer)) return fromHex(answer.partial, 32);
      blame(node, 'vouch', answer === null ? undefined : 'bad_partial');
      return null;
    }),
  );
  const partials = answers.filter((partial) => partial !== null);
  if (partials.length < drawn.length) return null;
  const { s, commitment } = sumPartials(prepared, partials);
  const signed = { snapshot, signersBitmap: signersBitmap(drawn.map(({ node }) => node.index)), s, commitment };
  const verdict = verifyRegistrySnapshot({ deploymentId: snapshot.deploymentId, registry: signers, signed }, { verify });
  if (!verdict.ok) throw new Error(`good partial signatures make no registry snapshot: ${verdict.reason}`);
  for (const { node } of drawn) memory.forgive(node);
  return signed;
}

function isGood(prepared: PreparedSession, { index }: Voucher, { partial, groupCommitment }: VouchResponse): boolean {
  return (
    equalBytes(fromHex(groupCommitment, 33), prepared.groupCommitment.toBytes(true)) && verifyPartial(prepared, index, fromHex(partial, 32))
  );
}
