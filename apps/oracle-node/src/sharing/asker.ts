import type { Party } from '@oracle-gateway/fair-share';

/** On whose behalf a node is asked. */
export interface Asker {
  /** The authority of a registered gateway. */
  readonly gateway: string;
  /** Whom the gateway names: its word, so it divides nothing but the gateway's own share. */
  readonly requester: string;
}

/** Of what is free a gateway may have so many times: they are few and registered, so one of them alone has nearly all. */
export const GATEWAYS_FACTOR = 32;

/** An administrator has registered it, so it is no stranger. */
export function gatewayParty({ gateway }: Asker): Party {
  return { name: `gateway:${gateway}`, isStranger: false };
}

/** The same requester at another gateway is another party. */
export function requesterParty({ gateway, requester }: Asker): Party {
  return { name: `requester:${gateway}/${requester}`, isStranger: false };
}
