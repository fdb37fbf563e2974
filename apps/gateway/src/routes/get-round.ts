import { isRoundPath, type operations, parseFlatRoundResult, type RoundAnswer } from '@oracle-gateway/gateway-api';
import { isRoundId, type Outbox, type RoundRecord } from '@oracle-gateway/outbox';
import { GatewayError } from '../errors.js';
import type { Endpoint } from '../http/endpoint.js';

/** GET /v1/rounds/{roundId}: what became of a round (protocol §10). */
export function getRound({ outbox }: { readonly outbox: Pick<Outbox, 'read'> }): Endpoint<typeof operations.getRound> {
  return async ({ path }) => {
    const roundId = path['roundId'] ?? '';
    if (!isRoundId(roundId)) throw new GatewayError('invalid_request', { detail: 'roundId: must be the base58 id of a round' });
    const record = await outbox.read(roundId).catch((cause: unknown) => {
      throw new GatewayError('outbox_unavailable', { cause });
    });
    if (record === null) throw new GatewayError('round_not_found');
    return { status: 200, body: { status: 'ok', data: shape(record) } };
  };
}

function shape(record: RoundRecord): RoundAnswer['data'] {
  const { roundId, path } = record;
  // No path that is paid per request is in the contract.
  if (!isRoundPath(path) || record.payment !== undefined)
    throw new GatewayError('internal', { cause: new Error(`a round of the unknown path ${path}`) });
  const { state, createdAtMs, reason, settlement, result } = record;
  return {
    roundId,
    path,
    state,
    createdAt: createdAtMs,
    ...(reason === undefined ? {} : { reason }),
    ...(settlement === undefined ? {} : { settlement }),
    ...(result === undefined ? {} : { result: parseFlatRoundResult(JSON.parse(result)) }),
  };
}
