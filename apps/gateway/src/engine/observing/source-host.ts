import { type ApiConfig, fetchUrl } from '@oracle-gateway/protocol';
import type { Vantage } from '../nodes/peer-record.js';
import type { AdmittedRound } from '../model/admitted-round.js';

/** Whom the nodes ask: host and port of the source, as what is known of nodes and sources is kept. */
export function sourceHost(source: Pick<ApiConfig, 'url'>): string {
  return new URL(fetchUrl(source)).host;
}

/** Point of view of a round on its nodes. */
export function vantageOf({ apiConfig, tenant }: Pick<AdmittedRound, 'apiConfig' | 'tenant'>): Vantage {
  return { host: sourceHost(apiConfig), tenant: tenant.name };
}
