import { MAX_COMMITMENTS, type CommitResponse, type NonceCommitmentHex } from '@oracle-gateway/node-api';
import { fromHex, toHex } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import type { Curve } from '@oracle-gateway/schnorr';
import { setMaxListeners } from 'node:events';
import type { NodeEvents } from './node-events.js';
import { NodeCallError } from './node-call-error.js';
import type { NodeCalls } from './node-client.js';
import type { NodeAddress, RoundNode } from './node-directory.js';

const GATEWAY_NONCE_BYTES = 16;
const CALL_DEADLINE_MS = 2_000;
/**
 * A stock is filled up to the first of these, then to twice as many whenever half of it is used, up to the last: as many as rounds run at
 * once by default. Commitments that expire unused are replaced. A node keeps 1,024 unused ones for all processes of a gateway.
 */
const FULL = { first: 8, last: 64 } as const;
/** The last of each node are not named: they are for the two attempts of a second exchange. */
const KEPT_BACK = 2;
/** Entries kept of one node, whatever it pushes: twice as many as the gateway asks for. */
const MAX_ENTRIES = 2 * FULL.last;
/** Batches that a node may push in a second: each is verified, which takes half a millisecond. */
const MAX_PUSHES_PER_SECOND = 32;
/** More are requested when no more than this share is left. A node that pushes does so earlier: it need not be asked. */
const LOW_SHARE = { asked: 1 / 2, pushed: 1 / 4 } as const;
/** A node may give fewer than it is asked for. */
const MAX_CALLS_PER_FILL = 4;
/** After a call that failed, doubled with each further one: a node without the operation is asked once a minute. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A node that has started anew more than once in this time waits before it is asked for more, as after a call that failed. */
const RESTARTS_WITHIN_MS = 120_000;
/** More than a registry holds means that nodes have moved. */
const MAX_NODES_KEPT = 128;

/** Origin of a commitment. */
interface Origin {
  /** The node's process that made it, as the node says. */
  readonly bootId: string;
  /** Number of times that the node had forgotten all when it was asked for this one. */
  readonly forgotten: number;
  /** End of its life on the monotonic clock. */
  readonly expiresAtMs: number;
}

interface Entry {
  readonly nonce: NonceCommitmentHex;
  readonly origin: Origin;
}

interface Shelf {
  /** The node's process that these are of. */
  bootId: string;
  /** Oldest first. */
  entries: Entry[];
  /** Number that it was last filled up to; 0 before the first time. */
  full: number;
  isFilling: boolean;
  /** The last ones came by push. */
  isPushed: boolean;
  failures: number;
  /** End of the pause on the monotonic clock. */
  pausedUntilMs: number;
  /** Nothing that the node pushes is kept before, on the monotonic clock. */
  ignoredUntilMs: number;
  /** The second that is counted, and the batches that came in it. */
  pushes: { readonly second: number; readonly count: number };
  /** Number of times that the node has forgotten all. */
  forgotten: number;
  /** Boot id of the process whose commitments it forgot last; empty before the first. */
  forgottenBootId: string;
  /** The last time, on the monotonic clock. */
  forgottenAtMs: number;
  /** Number of times that it has restarted, each shortly after the time before. */
  restarts: number;
}

/** Nonce commitments that nodes gave in advance (docs/protocol.md#nonces), each for one attempt of one round. */
export interface CommitmentStock {
  /** Whether this node has enough commitments to be designated. When few are left, more are requested in the background. */
  has(node: RoundNode): boolean;
  /** Takes one out for good: it must not be shown twice. Null when the stock is empty. */
  take(node: RoundNode): NonceCommitmentHex | null;
  /** Forgets all of a node that cannot be trusted to know them. */
  drop(node: RoundNode): void;
  /**
   * Forgets all of a node's process that did not know this one, which was taken. `again` where the node had forgotten before this one was asked for, and
   * had not started anew since: then it never lost what it committed to.
   */
  forgotten(node: RoundNode, nonce: NonceCommitmentHex): 'started_anew' | 'again';
  /** Ends what is under way; nothing is asked for afterwards. */
  close(): void;
}

/** Receiver of commitments that a node gives unasked. */
export interface CommitmentSink {
  /** Keeps them as far as they are usable and there is room. */
  receive(node: NodeAddress, batch: CommitResponse): void;
}

export interface CommitmentStockDeps {
  readonly client: NodeCalls;
  readonly events: NodeEvents;
  readonly curve: Curve;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly monotonicMs: () => number;
}

/** Filled in the background, after the first round that finds it low. Failures are reported, never thrown: rounds then take two exchanges. */
export function createCommitmentStock(deps: CommitmentStockDeps): CommitmentStock & CommitmentSink {
  const shelves = new BoundedMap<string, Shelf>(MAX_NODES_KEPT);
  /** Origins of taken commitments, for as long as their round holds them. */
  const origins = new WeakMap<NonceCommitmentHex, Origin>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);

  const shelfOf = ({ index, origin }: NodeAddress): Shelf =>
    shelves.getOrCreate(`${index} ${origin}`, () => ({
      bootId: '',
      entries: [],
      full: 0,
      isFilling: false,
      isPushed: false,
      failures: 0,
      pausedUntilMs: 0,
      ignoredUntilMs: 0,
      pushes: { second: 0, count: 0 },
      forgotten: 0,
      forgottenBootId: '',
      forgottenAtMs: -Infinity,
      restarts: 0,
    }));

  const fresh = (shelf: Shelf): Entry[] => {
    const nowMs = deps.monotonicMs();
    const firstFresh = shelf.entries.findIndex(({ origin }) => origin.expiresAtMs > nowMs);
    if (firstFresh === 0 || shelf.entries.length === 0) return shelf.entries;
    shelf.entries = firstFresh === -1 ? [] : shelf.entries.slice(firstFresh);
    shelf.full = 0;
    return shelf.entries;
  };

  const put = (
    shelf: Shelf,
    { bootId, nonces }: CommitResponse,
    from: { readonly forgotten: number; readonly expiresAtMs: number },
  ): void => {
    if (bootId !== shelf.bootId) shelf.entries = [];
    shelf.bootId = bootId;
    const origin = { ...from, bootId };
    shelf.entries.push(...nonces.slice(0, MAX_ENTRIES - shelf.entries.length).map((nonce) => ({ nonce, origin })));
  };

  const fetchBatch = async (node: RoundNode, shelf: Shelf, count: number): Promise<void> => {
    // Their life at the node has not begun when it is counted from here.
    const askedAtMs = deps.monotonicMs();
    const { forgotten } = shelf;
    const request = { count: Math.min(count, MAX_COMMITMENTS), gatewayNonce: toHex(deps.randomBytes(GATEWAY_NONCE_BYTES)) };
    const batch = await deps.client.commit(node, request, { deadlineMs: CALL_DEADLINE_MS, signal: closing.signal });
    if (!isUsable(batch, deps.curve)) throw new NodeCallError({ nodeIndex: node.index, step: 'commit', fault: 'bad_answer' });
    put(shelf, batch, { forgotten, expiresAtMs: askedAtMs + batch.lifeMs });
    shelf.isPushed = false;
  };

  const fill = async (node: RoundNode, shelf: Shelf): Promise<void> => {
    try {
      for (let calls = 0; calls < MAX_CALLS_PER_FILL; calls += 1) {
        const missing = shelf.full - fresh(shelf).length;
        if (missing <= 0) break;
        await fetchBatch(node, shelf, missing);
      }
      shelf.failures = 0;
    } catch (error) {
      if (!(error instanceof NodeCallError)) throw error;
      shelf.pausedUntilMs = deps.monotonicMs() + Math.min(FIRST_PAUSE_MS * 2 ** shelf.failures, LONGEST_PAUSE_MS);
      shelf.failures += 1;
      if (error.context.fault !== 'aborted') deps.events.stockNotFilled(error.context);
    } finally {
      shelf.isFilling = false;
    }
  };

  const noteForgotten = (shelf: Shelf, bootId: string, nowMs: number): void => {
    shelf.restarts = nowMs - shelf.forgottenAtMs < RESTARTS_WITHIN_MS ? shelf.restarts + 1 : 0;
    if (shelf.restarts > 0) {
      shelf.pausedUntilMs = nowMs + Math.min(FIRST_PAUSE_MS * 2 ** (shelf.restarts - 1), LONGEST_PAUSE_MS);
      shelf.ignoredUntilMs = shelf.pausedUntilMs;
    }
    shelf.forgotten += 1;
    shelf.forgottenAtMs = nowMs;
    shelf.forgottenBootId = bootId;
  };

  const fillWhenLow = (node: RoundNode, shelf: Shelf): void => {
    const isDue = !shelf.isFilling && !closing.signal.aborted && deps.monotonicMs() >= shelf.pausedUntilMs;
    const lowShare = shelf.isPushed ? LOW_SHARE.pushed : LOW_SHARE.asked;
    if (!isDue || (shelf.full > 0 && fresh(shelf).length > shelf.full * lowShare)) return;
    shelf.full = Math.min(Math.max(2 * shelf.full, FULL.first), FULL.last);
    shelf.isFilling = true;
    void fill(node, shelf);
  };

  return {
    has(node) {
      const shelf = shelfOf(node);
      fillWhenLow(node, shelf);
      return fresh(shelf).length > KEPT_BACK;
    },
    take(node) {
      const entry = fresh(shelfOf(node)).shift();
      if (entry === undefined) return null;
      origins.set(entry.nonce, entry.origin);
      return entry.nonce;
    },
    receive(node, batch) {
      const shelf = shelfOf(node);
      const nowMs = deps.monotonicMs();
      if (closing.signal.aborted || nowMs < shelf.ignoredUntilMs || !countPush(shelf, nowMs)) return;
      if (!isUsable(batch, deps.curve)) {
        shelf.ignoredUntilMs = nowMs + LONGEST_PAUSE_MS;
        deps.events.stockNotFilled({ nodeIndex: node.index, step: 'commit', fault: 'bad_answer' });
        return;
      }
      fresh(shelf);
      put(shelf, batch, { forgotten: shelf.forgotten, expiresAtMs: nowMs + batch.lifeMs });
      shelf.full = Math.min(Math.max(shelf.full, shelf.entries.length), FULL.last);
      shelf.isPushed = true;
    },
    drop(node) {
      shelfOf(node).entries = [];
    },
    forgotten(node, nonce) {
      const shelf = shelfOf(node);
      const nowMs = deps.monotonicMs();
      const origin = origins.get(nonce);
      // Where the node's answer came too late, the commitment may have expired there meanwhile.
      const wasKept = origin !== undefined && origin.forgotten === shelf.forgotten && origin.expiresAtMs > nowMs;
      const isAgain = wasKept && origin.bootId === shelf.forgottenBootId;
      if (wasKept) noteForgotten(shelf, origin.bootId, nowMs);
      shelf.entries = shelf.entries.filter((entry) => origin !== undefined && entry.origin.bootId !== origin.bootId);
      return isAgain ? 'again' : 'started_anew';
    },
    close() {
      closing.abort();
    },
  };
}

/** Whether the node may push this batch in the present second. */
function countPush(shelf: Shelf, nowMs: number): boolean {
  const second = Math.floor(nowMs / 1_000);
  const count = shelf.pushes.second === second ? shelf.pushes.count + 1 : 1;
  shelf.pushes = { second, count };
  return count <= MAX_PUSHES_PER_SECOND;
}

/** Every co-signer refuses a session with an invalid or repeated point. */
function isUsable({ nonces }: CommitResponse, curve: Curve): boolean {
  const points = nonces.flatMap(({ d, e }) => [d, e]);
  return new Set(points).size === points.length && points.every((point) => curve.isCompressed(fromHex(point, 33)));
}
