import type { CommitResponse } from '@oracle-gateway/node-api';
import { COMMITMENT_LIFE_MS } from '@oracle-gateway/protocol/internal';

/**
 * The stock of one gateway process is filled up to the first of these. Whenever half of it is used, it is filled up to twice as many, until
 * the last: as many as rounds run at once by default. Commitments that expire unused are replaced.
 */
const FULL = { first: 8, last: 64 } as const;
/** Commitments of one push, as of one answer to `commit`. */
const MAX_PER_PUSH = 32;
/** The life that the gateway is told counts from the arrival: so much is left for the way. */
const WAY_MS = 10_000;
/** A batch is replaced so long before its told life is over. */
const AHEAD_MS = 10_000;
/** The life of a pushed batch by the clock of the gateway that gets it. */
const TOLD_LIFE_MS = COMMITMENT_LIFE_MS - WAY_MS;

export interface PushedStockDeps {
  /** Makes a batch of at most so many; null where the gateway's processes hold as many as they may. */
  readonly give: (count: number, onTaken: () => void) => CommitResponse | null;
  readonly push: (batch: CommitResponse) => void;
  /** Runs work after what is under way in this turn of the event loop. */
  readonly later: (work: () => void) => void;
  readonly monotonicMs: () => number;
}

/** Stock of pushed commitments, at one gateway process. */
export interface PushedStock {
  /** Pushes when few are left. The stream calls it in the handshake, and now and then because batches expire. */
  fill(): void;
  /** Gives no more: the stream ends. The given commitments stay good for their gateway. */
  end(): void;
}

interface Batch {
  unused: number;
  readonly freshUntilMs: number;
}

export function createPushedStock(deps: PushedStockDeps): PushedStock {
  let batches: Batch[] = [];
  let full = 0;
  let isFillDue = false;
  let isEnded = false;

  const unusedNow = (): number => {
    const nowMs = deps.monotonicMs();
    const fresh = batches.filter(({ unused, freshUntilMs }) => unused > 0 && freshUntilMs > nowMs);
    if (batches.some(({ unused, freshUntilMs }) => unused > 0 && freshUntilMs <= nowMs)) full = 0;
    batches = fresh;
    return fresh.reduce((sum, { unused }) => sum + unused, 0);
  };

  /** False when nothing more can be given now. */
  const pushBatch = (count: number): boolean => {
    const batch: Batch = { unused: 0, freshUntilMs: deps.monotonicMs() + TOLD_LIFE_MS - AHEAD_MS };
    const given = deps.give(count, () => {
      batch.unused -= 1;
      fillLater();
    });
    if (given === null) return false;
    batch.unused += given.nonces.length;
    batches.push(batch);
    deps.push({ ...given, lifeMs: TOLD_LIFE_MS });
    return true;
  };

  const fill = (): void => {
    isFillDue = false;
    if (isEnded) return;
    let unused = unusedNow();
    if (full > 0 && unused > full / 2) return;
    full = Math.min(Math.max(2 * full, FULL.first), FULL.last);
    while (unused < full && pushBatch(Math.min(full - unused, MAX_PER_PUSH))) unused = unusedNow();
  };

  const fillLater = (): void => {
    if (isFillDue || isEnded) return;
    isFillDue = true;
    deps.later(fill);
  };

  return {
    fill,
    end: () => {
      isEnded = true;
    },
  };
}
