import { DEFAULT_PAGE_ROUNDS } from '@oracle-gateway/gateway-api/internal';
import { isListCursor, type RoundList } from '@oracle-gateway/outbox';
import { GatewayError } from '../errors/gateway-error.js';
import type { RecordReads } from './record-reads.js';

/** The query of a list of rounds. */
export interface PageQuery {
  readonly limit?: number;
  readonly before?: string;
}

/** One page of the rounds that are listed under a name. Throws the refusals that every such list has. */
export async function readRoundPage(
  name: string,
  { limit = DEFAULT_PAGE_ROUNDS, before }: PageQuery,
  { records }: { readonly records: RecordReads },
): Promise<RoundList> {
  if (before !== undefined && !isListCursor(before)) {
    throw new GatewayError('invalid_request', { detail: 'before: must be the `next` of an earlier answer' });
  }
  return records.listed({ name, limit, ...(before === undefined ? {} : { before }) });
}
