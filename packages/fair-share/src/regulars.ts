import { BoundedMap } from '@oracle-gateway/protocol';

/** Parties that succeeded lately and therefore are not strangers. */
export interface Regulars {
  /** The party has just succeeded. */
  note(name: string): void;
  has(name: string): boolean;
}

/** Above `maxParties`, the party whose success is oldest is forgotten. Asking for a party does not keep it. */
export function createRegulars(deps: { readonly maxParties: number; readonly forMs: number; readonly nowMs: () => number }): Regulars {
  const untilMs = new BoundedMap<string, number>(deps.maxParties);
  return {
    note: (name) => untilMs.set(name, deps.nowMs() + deps.forMs),
    has: (name) => (untilMs.peek(name) ?? Number.NEGATIVE_INFINITY) > deps.nowMs(),
  };
}
