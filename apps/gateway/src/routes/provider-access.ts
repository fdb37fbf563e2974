import type { Provider, ProviderFlow } from '@oracle-gateway/providers';

/** Payments and credentials that reach a source through this gateway, beside the request itself. */
export interface ProviderAccess {
  /** Payments of callers to a source. */
  readonly payments: boolean;
  /** Providers for which the gateway has a credential of its own. */
  readonly sponsored: { readonly has: (id: string) => boolean };
}

/** A flow with the credential's mode at this gateway. */
export type ServedFlow = Omit<ProviderFlow, 'credential'> & {
  readonly credential: Omit<ProviderFlow['credential'], 'mode'> & { readonly mode: ProviderFlow['credential']['mode'] | 'sponsored' };
};

/** The flows that a round can be asked on at this gateway (docs/api.md#get-v1providers, "currently servable"). */
export function servedFlows({ id, flows }: Provider, { payments, sponsored }: ProviderAccess): readonly ServedFlow[] {
  return flows
    .filter(({ kind }) => kind !== 'x402' || payments)
    .map((flow) =>
      flow.credential.mode === 'caller' && sponsored.has(id) ? { ...flow, credential: { ...flow.credential, mode: 'sponsored' } } : flow,
    );
}
