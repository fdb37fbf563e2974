import { isRoundId, type RoundRecord } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import type { RecordReads } from '../answers/record-reads.js';
import { GatewayError } from '../errors/gateway-error.js';

/** Throws the refusal of what is no id of a round. */
export function requireRoundId(text: string | undefined): RoundId {
  if (text !== undefined && isRoundId(text)) return text;
  throw new GatewayError('invalid_request', { detail: 'roundId: must be the base58 id of a round' });
}

/** The record of a round by the text of its id. Throws the refusals that every answer about a round has. */
export async function readRound(text: string | undefined, { records }: { readonly records: RecordReads }): Promise<RoundRecord> {
  const record = await records.read(requireRoundId(text));
  if (record === null) throw new GatewayError('round_not_found');
  return record;
}
