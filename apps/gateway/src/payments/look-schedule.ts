import { BoundedMap } from '@oracle-gateway/protocol';

/** Which sweeps look at what: at first each, then every second, fourth and so on, none later than the 24th after it, which is two minutes. */
export interface LookSchedule<Key> {
  /** Another sweep begins. */
  next(): void;
  isDue(key: Key): boolean;
  /** It was looked at in this sweep; with `goesOn` it is due in the next one whatever came before. */
  looked(key: Key, goesOn: boolean): void;
  forget(key: Key): void;
}

const MAX_INTERVAL = 24;
const MAX_REMEMBERED = 10_000;

/** @param quickLooks how many looks are followed by another in the next sweep */
export function createLookSchedule<Key>(quickLooks: number): LookSchedule<Key> {
  const known = new BoundedMap<Key, { readonly looks: number; readonly dueAt: number }>(MAX_REMEMBERED);
  let sweep = 0;
  return {
    next() {
      sweep += 1;
    },
    isDue: (key) => (known.peek(key)?.dueAt ?? 0) <= sweep,
    looked(key, goesOn) {
      const before = known.peek(key)?.looks ?? 0;
      const looks = goesOn ? before : before + 1;
      const interval = goesOn ? 1 : Math.min(MAX_INTERVAL, 2 ** Math.max(0, looks - quickLooks));
      known.set(key, { looks, dueAt: sweep + interval });
    },
    forget(key) {
      known.delete(key);
    },
  };
}
