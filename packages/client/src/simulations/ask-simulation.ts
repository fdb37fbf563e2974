import { deriveFeedId, parseAddress, toHex } from '@oracle-gateway/protocol';
import { GatewayError } from '../base/errors.js';
import { membersOf } from '../base/json.js';
import { readData } from '../http/read-data.js';
import type { Account, AccountIo, RoundDraft } from '../rounds/account.js';
import { readSimulation } from './read-simulation.js';
import type { Simulation } from './simulation.js';

const PATH = '/v1/simulate';

/**
 * Asks for a dry run (docs/api.md, POST /v1/simulate), as an account that can sign for itself, else as a stranger. A credential that is
 * refused for its time or its end is replaced once.
 *
 * @throws VerificationError when the answer is of another question, or breaks its form
 */
export async function askSimulation(account: Account | undefined, draft: RoundDraft, io: AccountIo): Promise<Simulation> {
  const { source, sourceId, quorum, encKeyBundle, signal } = draft;
  const body = { apiConfig: source, signaturesRequired: quorum, ...(encKeyBundle === undefined ? {} : { encKeyBundle }) };

  async function askAs(authorization: string | undefined): Promise<unknown> {
    const headers = authorization === undefined ? {} : { authorization };
    return readData(io, { method: 'POST', path: PATH, headers, body, signal }, isObject);
  }

  const authorization = await account?.authorizeSimulation?.({ sourceId }, io, { signal });
  if (account === undefined || authorization === undefined) return readSimulation(await askAs(undefined), draft);
  const feedId = deriveFeedId({ owner: parseAddress(account.feedOwner), sourceId, signaturesRequired: quorum });
  let data: unknown;
  try {
    data = await askAs(authorization);
  } catch (error) {
    if (!(await mayBeGoodAnew(error, io, signal))) throw error;
    data = await askAs(await account.authorizeSimulation?.({ sourceId }, io, { signal, refused: authorization }));
  }
  return { ...readSimulation(data, draft), feedId: toHex(feedId) };
}

/** Whether another credential of the same account may be taken: a session may have ended, and the caller's clock may be wrong. */
async function mayBeGoodAnew(error: unknown, { clock }: Pick<AccountIo, 'clock'>, signal: AbortSignal | undefined): Promise<boolean> {
  if (!(error instanceof GatewayError)) return false;
  switch (error.code) {
    case 'bearer_invalid':
      return true;
    case 'simulate_auth_invalid':
      return (await clock.correct(undefined, signal)) !== 0;
    default:
      return false;
  }
}

function isObject(data: unknown): data is object {
  return membersOf(data) !== undefined;
}
