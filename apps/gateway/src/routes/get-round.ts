import type { operations, RoundAnswer } from '@oracle-gateway/gateway-api';
import type { RoundPath } from '@oracle-gateway/gateway-api/internal';
import type { RoundRecord } from '@oracle-gateway/outbox';
import type { RequireReader } from '../sessions/reader-credential.js';
import { GatewayError } from '../errors/gateway-error.js';
import { failureMembers } from '../errors/source-failure.js';
import { readStoredFailure } from '../errors/stored-failure.js';
import type { Endpoint } from '../http/endpoint.js';
import type { RecordReads } from '../answers/record-reads.js';
import { readStoredAnswer, type StoredAnswer } from '../answers/stored-answer.js';
import { readRound } from './read-round.js';

/** Rules by which a round is told. */
export interface TellRoundDeps {
  readonly requireReader: RequireReader;
  readonly isPath: IsPath;
}

/** Whether a text names one of the paths of this gateway, which may be left off. */
export type IsPath = (text: string) => text is RoundPath;

export interface GetRoundDeps {
  readonly records: RecordReads;
  readonly requireReader: RequireReader;
  readonly isPath: IsPath;
}

/** GET /v1/rounds/{roundId}: what became of a round (docs/api.md#get-v1roundsroundid). */
export function getRound(deps: GetRoundDeps): Endpoint<typeof operations.getRound> {
  return async ({ path, header }) => {
    const record = await readRound(path['roundId'], deps);
    const authorization = header('authorization');
    const data = { ...(await tellRound(record, authorization, deps)), ...(await failureOf(record, authorization, deps)) };
    return { status: 200, body: { status: 'ok', data } };
  };
}

/** The failure of a round's sources, for its requester. Throws 401 for a credential that is not of the requester. Lists and events never tell it. */
async function failureOf(
  { failure, roundId }: RoundRecord,
  authorization: string | undefined,
  { requireReader }: GetRoundDeps,
): Promise<Pick<RoundAnswer['data'], 'failure'>> {
  const stored = failure === undefined ? null : readStoredFailure(failure);
  if (stored === null) return {};
  if (authorization !== undefined) await requireReader({ authorization, roundId, readers: stored.readers });
  const told = failureMembers(stored.failure, authorization === undefined ? 'anyone' : 'requester');
  return Object.keys(told).length === 0 ? {} : { failure: told };
}

/**
 * Builds the answer about a round. A caller without a credential gets the state of a private round all the same: the ledger shows it too.
 * Throws 401 for a credential that is not of the requester.
 */
export async function tellRound(record: RoundRecord, authorization: string | undefined, deps: TellRoundDeps): Promise<RoundAnswer['data']> {
  const stored = record.result === undefined ? null : readStoredAnswer(record.result);
  const isPrivate = stored !== null && stored.readers !== null;
  if (isPrivate && authorization !== undefined) {
    await deps.requireReader({ authorization, roundId: record.roundId, readers: stored.readers });
  }
  const isShown = !isPrivate || authorization !== undefined;
  return { ...shape(record, deps), ...(isShown ? resultOf(stored) : { private: true }) };
}

function resultOf(stored: StoredAnswer | null): { readonly result?: StoredAnswer['result'] } {
  return stored === null ? {} : { result: stored.result };
}

function shape(record: RoundRecord, { isPath }: TellRoundDeps): RoundAnswer['data'] {
  const { roundId, path, state, createdAtMs, reason, settlement, receipt } = record;
  if (!isPath(path)) throw new GatewayError('internal', { cause: new Error(`a round of the unknown path ${path}`) });
  return {
    roundId,
    path,
    state,
    createdAt: createdAtMs,
    ...(reason === undefined ? {} : { reason }),
    ...(settlement === undefined ? {} : { settlement }),
    ...(receipt === undefined ? {} : { payment: { signature: receipt.signature, slot: receipt.slot } }),
  };
}
