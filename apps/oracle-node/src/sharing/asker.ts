import type { Party } from '@oracle-gateway/fair-share';

/** The parties on whose behalf a node observes. */
export interface Asker {
  /** The authority of a registered gateway. */
  readonly gateway: string;
  /** Named by the gateway and not verified, so it divides the share of that gateway only. */
  readonly requester: string;
}

/** A gateway may take this multiple of what is free. Gateways are few and registered, so one alone may have nearly all. */
export const GATEWAYS_FACTOR = 32;

/** Never a stranger: an administrator has registered it. */
export function gatewayParty({ gateway }: Pick<Asker, 'gateway'>): Party {
  return { name: `gateway:${gateway}`, isStranger: false };
}

/** One requester at two gateways is two parties. */
export function requesterParty({ gateway, requester }: Asker): Party {
  return { name: `requester:${gateway}/${requester}`, isStranger: false };
}
