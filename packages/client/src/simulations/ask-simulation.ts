import { type Address, deriveFeedId, parseAddress, type SourceId, toHex } from '@oracle-gateway/protocol';
import { membersOf } from '../base/json.js';
import { readData } from '../http/read-data.js';
import type { Account, AccountIo, RoundDraft } from '../rounds/account.js';
import { withCredential } from '../rounds/with-credential.js';
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

  if (account?.authorizeSimulation === undefined) return { data: await askAs(undefined), owner: undefined };
  const authorize = account.authorizeSimulation.bind(account, draft, io);
  return { data: await withCredential({ clock: io.clock, authorize }, askAs, signal), owner: parseAddress(account.feedOwner) };
}

function isObject(data: unknown): data is object {
  return membersOf(data) !== undefined;
}
