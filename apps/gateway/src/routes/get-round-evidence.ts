import type { operations } from '@oracle-gateway/gateway-api';
import { GatewayError } from '../errors/gateway-error.js';
import type { Endpoint } from '../http/endpoint.js';
import { readStoredAnswer } from '../answers/stored-answer.js';
import type { RequireReader } from '../sessions/reader-credential.js';
import type { RecordReads } from '../answers/record-reads.js';
import { readRound } from './read-round.js';

export interface GetRoundEvidenceDeps {
  readonly records: RecordReads;
  readonly requireReader: RequireReader;
}

/** GET /v1/rounds/{roundId}/evidence: how the value of a round of tolerance mode came about. */
export function getRoundEvidence(deps: GetRoundEvidenceDeps): Endpoint<typeof operations.getRoundEvidence> {
  return async ({ path, header }) => {
    const { roundId, result } = await readRound(path['roundId'], deps);
    if (result === undefined) throw new GatewayError('evidence_not_found');
    const { evidence, readers } = readStoredAnswer(result);
    if (evidence === null) throw new GatewayError('evidence_not_found');
    if (readers !== null) await deps.requireReader({ authorization: header('authorization'), roundId, readers });
    return { status: 200, body: { status: 'ok', data: evidence } };
  };
}
