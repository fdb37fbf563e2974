import { setTimeout as delay } from 'node:timers/promises';
import { BoundedMap } from '@oracle-gateway/protocol/internal';

const MAX_REMEMBERED = 10_000;

/** A read that begins after it was asked for. */
export type FreshReads<Who, Read> = (who: Who) => Promise<Read>;

/**
 * Ledger reads that any caller may cause. Reads about one subject begin at least `floorMs` apart, and all calls before the next one share
 * it. `permit` may delay a read further, or refuse it by throwing.
 */
export function createFreshReads<Who, Read>(deps: {
  readonly read: (who: Who) => Promise<Read>;
  readonly permit: (who: Who) => Promise<void>;
  readonly nameOf: (who: Who) => string;
  readonly floorMs: number;
  readonly monotonicMs: () => number;
}): FreshReads<Who, Read> {
  const begunAtMs = new BoundedMap<string, number>(MAX_REMEMBERED);
  const notBegun = new Map<string, Promise<Read>>();

  const next = async (who: Who, name: string): Promise<Read> => {
    try {
      const waitMs = (begunAtMs.get(name) ?? -Infinity) + deps.floorMs - deps.monotonicMs();
      if (waitMs > 0) await delay(waitMs);
      await deps.permit(who);
    } finally {
      notBegun.delete(name);
    }
    begunAtMs.set(name, deps.monotonicMs());
    return deps.read(who);
  };

  return (who) => {
    const name = deps.nameOf(who);
    const waiting = notBegun.get(name);
    if (waiting !== undefined) return waiting;
    const read = next(who, name);
    notBegun.set(name, read);
    return read;
  };
}
