import { encodeSettlementPayload, isRoundId, type Outbox, type RoundRecord, type SettlementQueue } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { type FiguresDeps, listFigures, resetAllFigures, resetFigure } from './figures.js';
import { OperateError } from './operate-error.js';
import { reclaimRent, type ReclaimRentDeps } from './reclaim-rent.js';

export interface OperatorDeps {
  readonly rent: ReclaimRentDeps;
  readonly outbox: Pick<Outbox, 'parked' | 'read' | 'requeue'> & FiguresDeps['outbox'];
  readonly queue: Pick<SettlementQueue, 'wake'>;
}

const LIST_LIMIT = 1_000;
const USAGE =
  'operate: needs one of list, show <round id>, requeue <round id> ..., requeue all, rent reclaim, figures list, figures reset <quota>, figures reset all';

/** Runs one command and returns the text to print. Throws OperateError. */
export async function runOperatorCommand(deps: OperatorDeps, words: readonly string[]): Promise<string> {
  const [command, first, ...rest] = words;
  if (command === 'list' && first === undefined) return list(deps);
  if (command === 'show' && first !== undefined && rest.length === 0) return show(deps, first);
  if (command === 'requeue' && first === 'all' && rest.length === 0) return requeueAll(deps);
  if (command === 'requeue' && first !== undefined) return requeue(deps, [first, ...rest]);
  if (command === 'figures') return figures(deps, [first, ...rest]);
  if (command === 'rent' && first === 'reclaim' && rest.length === 0) return reclaimRent(deps.rent);
  throw new OperateError(USAGE);
}

async function figures(deps: OperatorDeps, [command, quotaKey, ...rest]: readonly (string | undefined)[]): Promise<string> {
  if (command === 'list' && quotaKey === undefined) return listFigures(deps);
  if (command === 'reset' && quotaKey === 'all' && rest.length === 0) return resetAllFigures(deps);
  if (command === 'reset' && quotaKey !== undefined && rest.length === 0) return resetFigure(deps, quotaKey);
  throw new OperateError(USAGE);
}

/** One line per parked round, the longest parked first. */
async function list({ outbox }: OperatorDeps): Promise<string> {
  const roundIds = await outbox.parked({ limit: LIST_LIMIT });
  const records = await Promise.all(roundIds.map((roundId) => outbox.read(roundId)));
  return records
    .filter((record) => record !== null)
    .map((record) => `${record.roundId} attempts=${record.attempts} reason=${JSON.stringify(record.reason ?? '')}\n`)
    .join('');
}

async function show({ outbox }: OperatorDeps, text: string): Promise<string> {
  const record = isRoundId(text) ? await outbox.read(text) : null;
  if (record === null) throw new OperateError(`${text}: the outbox has no such round`);
  return `${JSON.stringify(toPrintable(record), null, 2)}\n`;
}

/** Without the bytes of transactions; the payload in its stored form, which is text. */
function toPrintable({ broadcasts, ...record }: RoundRecord): object {
  const payload: unknown = record.payload === undefined ? undefined : JSON.parse(encodeSettlementPayload(record.payload));
  const sent = broadcasts.map(({ signature, lastValidBlockHeight }) => ({ signature, lastValidBlockHeight }));
  return { ...record, payload, broadcasts: sent };
}

async function requeue(deps: OperatorDeps, texts: readonly string[]): Promise<string> {
  const stranger = texts.find((text) => !isRoundId(text));
  if (stranger !== undefined) throw new OperateError(`${stranger}: must be a round id in base58`);
  const roundIds = texts.filter(isRoundId);
  const reasons = new Map(await Promise.all(roundIds.map(async (roundId) => [roundId, await reasonOf(deps, roundId)] as const)));
  const requeued = await requeueAndWake(deps, roundIds);
  if (requeued.length === 0) throw new OperateError('requeue: the rounds must be parked; "operate list" shows parked rounds');
  return requeued.map((roundId) => `${roundId} is tried again, parked before because of ${reasons.get(roundId) ?? '""'}\n`).join('');
}

/** Quoted: a reason may be a server's text. */
async function reasonOf({ outbox }: OperatorDeps, roundId: RoundId): Promise<string> {
  return JSON.stringify((await outbox.read(roundId))?.reason ?? '');
}

async function requeueAll(deps: OperatorDeps): Promise<string> {
  let count = 0;
  for (;;) {
    const page = await deps.outbox.parked({ limit: LIST_LIMIT });
    const requeued = await requeueAndWake(deps, page);
    count += requeued.length;
    if (requeued.length === 0 || page.length < LIST_LIMIT) return `${count} rounds are tried again\n`;
  }
}

/** A worker is woken at once instead of at its next sweep. */
async function requeueAndWake({ outbox, queue }: OperatorDeps, roundIds: readonly RoundId[]): Promise<readonly RoundId[]> {
  const requeued = await outbox.requeue(roundIds);
  await Promise.all(requeued.map((roundId) => queue.wake(roundId)));
  return requeued;
}
