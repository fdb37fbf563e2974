import { DEFAULT_PAGE_ROUNDS } from '@oracle-gateway/gateway-api';
import { isListCursor, type Outbox, type RoundList } from '@oracle-gateway/outbox';
import { GatewayError } from '../errors/gateway-error.js';

/** The query of a list of rounds. */
export interface PageQuery {
  readonly limit?: number;
  readonly before?: string;
}

/** One page of the rounds that are listed under a name. Throws the refusals that every such list has. */
export async function readRoundPage(
  name: string,
  { limit = DEFAULT_PAGE_ROUNDS, before }: PageQuery,
  { outbox }: { readonly outbox: Pick<Outbox, 'listed'> },
): Promise<RoundList> {
  if (before !== undefined && !isListCursor(before)) {
    throw new GatewayError('invalid_request', { detail: 'before: must be the `next` of an earlier answer' });
  }
  return outbox.listed({ name, limit, ...(before === undefined ? {} : { before }) }).catch((cause: unknown) => {
    throw new GatewayError('outbox_unavailable', { cause });
  });
}
