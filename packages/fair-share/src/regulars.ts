import { BoundedMap } from '@oracle-gateway/protocol/internal';

/** Tenants that succeeded lately and therefore are not strangers. */
export interface Regulars {
  /** The tenant has just succeeded. */
  note(name: string): void;
  has(name: string): boolean;
}

/** Above `maxTenants`, the tenant whose success is oldest is forgotten. Asking for a tenant does not keep it. */
export function createRegulars(deps: { readonly maxTenants: number; readonly forMs: number; readonly nowMs: () => number }): Regulars {
  const untilMs = new BoundedMap<string, number>(deps.maxTenants);
  return {
    note: (name) => untilMs.set(name, deps.nowMs() + deps.forMs),
    has: (name) => (untilMs.peek(name) ?? Number.NEGATIVE_INFINITY) > deps.nowMs(),
  };
}
