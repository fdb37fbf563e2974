import { BoundedMap } from '@oracle-gateway/protocol/internal';

/** Which sweeps check what: at first each, then every second, fourth and so on, none later than the 24th after it, which is two minutes. */
export interface CheckSchedule<Key> {
  /** Another sweep begins. */
  next(): void;
  isDue(key: Key): boolean;
  /** It was checked in this sweep; with `goesOn` it is due in the next one whatever came before. */
  checked(key: Key, goesOn: boolean): void;
  forget(key: Key): void;
}

const MAX_INTERVAL = 24;
const MAX_REMEMBERED = 10_000;

/** @param quickChecks how many checks are followed by another in the next sweep */
export function createCheckSchedule<Key>(quickChecks: number): CheckSchedule<Key> {
  const known = new BoundedMap<Key, { readonly checks: number; readonly dueAt: number }>(MAX_REMEMBERED);
  let sweep = 0;
  return {
    next() {
      sweep += 1;
    },
    isDue: (key) => (known.peek(key)?.dueAt ?? 0) <= sweep,
    checked(key, goesOn) {
      const before = known.peek(key)?.checks ?? 0;
      const checks = goesOn ? before : before + 1;
      const interval = goesOn ? 1 : Math.min(MAX_INTERVAL, 2 ** Math.max(0, checks - quickChecks));
      known.set(key, { checks, dueAt: sweep + interval });
    },
    forget(key) {
      known.delete(key);
    },
  };
}
