import { type Address, deriveFeedId, parseAddress, type SourceId, toHex } from '@oracle-gateway/protocol';
import { GatewayError } from '../base/errors.js';
import { membersOf } from '../base/json.js';
import { readData } from '../http/read-data.js';
import type { Account, AccountIo, RoundDraft } from '../rounds/account.js';
import { readListSimulation, readSimulation } from './read-simulation.js';
import type { ListSimulation, Simulation } from './simulation.js';

const PATH = '/v1/simulate';

/**
 * Asks for a dry run of one value (docs/api.md, POST /v1/simulate), as an account that can sign for itself, else as a stranger. A
 * credential that is refused for its time or its end is replaced once.
 *
 * @throws VerificationError when the answer is of another question, or breaks its form
 */
export async function askSimulation(account: Account | undefined, draft: RoundDraft, io: AccountIo): Promise<Simulation> {
  const { data, owner } = await ask(account, draft, io);
  return { ...readSimulation(data, draft), ...feedOf(owner, draft, draft.subject.sourceId) };
}

/** Asks for a dry run of a list likewise. @throws likewise */
export async function askListSimulation(account: Account | undefined, draft: RoundDraft, io: AccountIo): Promise<ListSimulation> {
  const { data, owner } = await ask(account, draft, io);
  const simulation = readListSimulation(data, draft);
  const sources = draft.subject.sources.flatMap(({ sourceId }, place) => {
    const source = simulation.sources[place];
    return source === undefined ? [] : [{ ...source, ...feedOf(owner, draft, sourceId) }];
  });
  return { ...simulation, sources, ...feedOf(owner, draft, draft.subject.sourceId) };
}

/** A stranger has no feed. */
function feedOf(owner: Address | undefined, { quorum }: RoundDraft, sourceId: SourceId): { readonly feedId?: string } {
  return owner === undefined ? {} : { feedId: toHex(deriveFeedId({ owner, sourceId, signaturesRequired: quorum })) };
}

/** `owner` of the feed is undefined for a stranger. */
async function ask(
  account: Account | undefined,
  draft: RoundDraft,
  io: AccountIo,
): Promise<{ readonly data: unknown; readonly owner: Address | undefined }> {
  const { quorum, members, signal } = draft;
  const body = { ...members, signaturesRequired: quorum };

  async function askAs(authorization: string | undefined): Promise<unknown> {
    const headers = authorization === undefined ? {} : { authorization };
    return readData(io, { method: 'POST', path: PATH, headers, body, signal }, isObject);
  }

  const authorization = await account?.authorizeSimulation?.(draft, io, { signal });
  if (account === undefined || authorization === undefined) return { data: await askAs(undefined), owner: undefined };
  const owner = parseAddress(account.feedOwner);
  try {
    return { data: await askAs(authorization), owner };
  } catch (error) {
    if (!(await mayBeGoodAnew(error, io, signal))) throw error;
    const another = await account.authorizeSimulation?.(draft, io, { signal, refused: authorization });
    return { data: await askAs(another), owner };
  }
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
