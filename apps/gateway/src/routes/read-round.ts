import { isRoundId, type RoundRecord, type RoundReader } from '@oracle-gateway/outbox';
import { GatewayError } from '../errors/gateway-error.js';

/** The record of a round by the text of its id. Throws the refusals that every answer about a round has. */
export async function readRound(roundId: string | undefined, { outbox }: { readonly outbox: RoundReader }): Promise<RoundRecord> {
  if (roundId === undefined || !isRoundId(roundId)) {
    throw new GatewayError('invalid_request', { detail: 'roundId: must be the base58 id of a round' });
  }
  const record = await outbox.read(roundId).catch((cause: unknown) => {
    throw new GatewayError('outbox_unavailable', { cause });
  });
  if (record === null) throw new GatewayError('round_not_found');
  return record;
}
