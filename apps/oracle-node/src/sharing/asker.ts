import type { Tenant } from '@oracle-gateway/fair-share';

/** The tenants on whose behalf a node observes. */
export interface Asker {
  /** The authority of a registered gateway. */
  readonly gateway: string;
  /** Named by the gateway and not verified, so it divides the share of that gateway only. */
  readonly requester: string;
}

/** A gateway may take this multiple of what is free. Gateways are few and registered, so one alone may have nearly all. */
export const GATEWAYS_FACTOR = 32;

/** Never a stranger: an administrator has registered it. */
export function gatewayTenant({ gateway }: Pick<Asker, 'gateway'>): Tenant {
  return { name: `gateway:${gateway}`, isStranger: false };
}

/** One requester at two gateways is two tenants. */
export function requesterTenant({ gateway, requester }: Asker): Tenant {
  return { name: `requester:${gateway}/${requester}`, isStranger: false };
}
