import { BoundedMap } from '@oracle-gateway/protocol';

/** The parties that did well lately, and are no strangers therefore. */
export interface Regulars {
  /** It did well just now. */
  note(name: string): void;
  has(name: string): boolean;
}

/** Of more than `maxParties` the one that did well longest ago is forgotten. Asking keeps nobody remembered. */
export function createRegulars(deps: { readonly maxParties: number; readonly forMs: number; readonly nowMs: () => number }): Regulars {
  const untilMs = new BoundedMap<string, number>(deps.maxParties);
  return {
    note: (name) => untilMs.set(name, deps.nowMs() + deps.forMs),
    has: (name) => (untilMs.peek(name) ?? Number.NEGATIVE_INFINITY) > deps.nowMs(),
  };
}
