import { isRoundPath, type operations, type RoundAnswer } from '@oracle-gateway/gateway-api';
import type { Outbox, RoundRecord } from '@oracle-gateway/outbox';
import { GatewayError } from '../errors.js';
import type { Endpoint } from '../http/endpoint.js';
import { readStoredAnswer } from '../rounds/stored-answer.js';
import { readRound } from './read-round.js';

/** GET /v1/rounds/{roundId}: what became of a round (protocol §10). */
export function getRound(deps: { readonly outbox: Pick<Outbox, 'read'> }): Endpoint<typeof operations.getRound> {
  return async ({ path }) => ({ status: 200, body: { status: 'ok', data: shape(await readRound(path['roundId'], deps)) } });
}

function shape(record: RoundRecord): RoundAnswer['data'] {
  const { roundId, path, state, createdAtMs, reason, settlement, receipt, result } = record;
  if (!isRoundPath(path)) throw new GatewayError('internal', { cause: new Error(`a round of the unknown path ${path}`) });
  return {
    roundId,
    path,
    state,
    createdAt: createdAtMs,
    ...(reason === undefined ? {} : { reason }),
    ...(settlement === undefined ? {} : { settlement }),
    ...(receipt === undefined ? {} : { payment: { signature: receipt.signature, slot: receipt.slot } }),
    ...(result === undefined ? {} : { result: readStoredAnswer(result).result }),
  };
}
