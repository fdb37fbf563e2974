import type { Provider, ProviderFlow } from '@oracle-gateway/providers';

/** What this gateway brings to a source beside the request itself. */
export interface ProviderAccess {
  /** Sealed secrets of callers. */
  readonly secrets: boolean;
  /** Payments of callers to a source. */
  readonly payments: boolean;
}

/** The flows that a round can be asked on at this gateway (interface §2.9, "currently servable"). */
export function servedFlows({ flows }: Provider, access: ProviderAccess): readonly ProviderFlow[] {
  return flows.filter(({ kind, credential }) => (kind === 'x402' ? access.payments : credential.mode === 'none' || access.secrets));
}
