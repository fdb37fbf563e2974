import { encodeSettlementPayload, isRoundId, type Outbox, type RoundRecord, type SettlementQueue } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { type ReadingsDeps, listReadings, resetAllReadings, resetReading } from './readings.js';
import { OperateError } from './operate-error.js';
import { reclaimRent, type ReclaimRentDeps } from './reclaim-rent.js';

export interface OperatorDeps {
  readonly rent: ReclaimRentDeps;
  readonly outbox: Pick<Outbox, 'parked' | 'held' | 'read' | 'requeue' | 'release'> & ReadingsDeps['outbox'];
  readonly queue: Pick<SettlementQueue, 'wake'>;
}

const LIST_LIMIT = 1_000;
const USAGE =
  'operate: needs one of list, show <round id>, requeue <round id> ..., requeue all, release <round id> ..., release all, rent reclaim, readings list, readings reset <quota>, readings reset all, books pull, statement, reconcile';

/** Runs one command and returns the text to print. Throws OperateError. */
export async function runOperatorCommand(deps: OperatorDeps, words: readonly string[]): Promise<string> {
  const [command, first, ...rest] = words;
  if (command === 'list' && first === undefined) return list(deps);
  if (command === 'show' && first !== undefined && rest.length === 0) return show(deps, first);
  if (command === 'requeue' && first === 'all' && rest.length === 0) return requeueAll(deps);
  if (command === 'requeue' && first !== undefined) return requeue(deps, roundIdsOf([first, ...rest]));
  if (command === 'release' && first === 'all' && rest.length === 0) return releaseAll(deps);
  if (command === 'release' && first !== undefined) return release(deps, roundIdsOf([first, ...rest]));
  if (command === 'readings') return readings(deps, [first, ...rest]);
  if (command === 'rent' && first === 'reclaim' && rest.length === 0) return reclaimRent(deps.rent);
  throw new OperateError(USAGE);
}

async function readings(deps: OperatorDeps, [command, quotaKey, ...rest]: readonly (string | undefined)[]): Promise<string> {
  if (command === 'list' && quotaKey === undefined) return listReadings(deps);
  if (command === 'reset' && quotaKey === 'all' && rest.length === 0) return resetAllReadings(deps);
  if (command === 'reset' && quotaKey !== undefined && rest.length === 0) return resetReading(deps, quotaKey);
  throw new OperateError(USAGE);
}

/** One line per parked round, then one per held round, the longest waiting first. */
async function list({ outbox }: OperatorDeps): Promise<string> {
  const [parked, held] = await Promise.all([outbox.parked({ limit: LIST_LIMIT }), outbox.held({ limit: LIST_LIMIT })]);
  const records = await Promise.all([...parked, ...held].map((roundId) => outbox.read(roundId)));
  return records
    .filter((record) => record !== null)
    .map((record) => `${record.roundId} ${record.held === true ? 'held ' : ''}${attemptsOf(record)}\n`)
    .join('');
}

/** The reason is quoted: it may be a server's text. */
function attemptsOf({ attempts, reason = '' }: RoundRecord): string {
  return `attempts=${attempts} reason=${JSON.stringify(reason)}`;
}

async function show({ outbox }: OperatorDeps, text: string): Promise<string> {
  const record = isRoundId(text) ? await outbox.read(text) : null;
  if (record === null) throw new OperateError(`${text}: the outbox has no such round`);
  return `${JSON.stringify(toPrintable(record), null, 2)}\n`;
}

/** Leaves out the bytes of transactions; the payload in its stored form, which is text. */
function toPrintable({ broadcasts, ...record }: RoundRecord): object {
  const payload: unknown = record.payload === undefined ? undefined : JSON.parse(encodeSettlementPayload(record.payload));
  const sent = broadcasts.map(({ signature, lastValidBlockHeight }) => ({ signature, lastValidBlockHeight }));
  return { ...record, payload, broadcasts: sent };
}

function roundIdsOf(texts: readonly string[]): readonly RoundId[] {
  const stranger = texts.find((text) => !isRoundId(text));
  if (stranger !== undefined) throw new OperateError(`${stranger}: must be a round id in base58`);
  return texts.filter(isRoundId);
}

async function requeue(deps: OperatorDeps, roundIds: readonly RoundId[]): Promise<string> {
  const reasons = new Map(await Promise.all(roundIds.map(async (roundId) => [roundId, await reasonOf(deps, roundId)] as const)));
  const requeued = await wakeAll(deps, await deps.outbox.requeue(roundIds));
  if (requeued.length === 0) throw new OperateError('requeue: the rounds must be parked; "operate list" shows parked rounds');
  return requeued.map((roundId) => `${roundId} is tried again, parked before because of ${reasons.get(roundId) ?? '""'}\n`).join('');
}

/** Quoted: a reason may be a server's text. */
async function reasonOf({ outbox }: OperatorDeps, roundId: RoundId): Promise<string> {
  return JSON.stringify((await outbox.read(roundId))?.reason ?? '');
}

function requeueAll(deps: OperatorDeps): Promise<string> {
  const { outbox } = deps;
  return takeAll(deps, { page: (page) => outbox.parked(page), take: (roundIds) => outbox.requeue(roundIds), outcome: 'tried again' });
}

async function release(deps: OperatorDeps, roundIds: readonly RoundId[]): Promise<string> {
  const released = await wakeAll(deps, await deps.outbox.release(roundIds));
  if (released.length === 0) throw new OperateError('release: the rounds must be held; "operate list" shows held rounds');
  return released.map((roundId) => `${roundId} is released\n`).join('');
}

function releaseAll(deps: OperatorDeps): Promise<string> {
  const { outbox } = deps;
  return takeAll(deps, { page: (page) => outbox.held(page), take: (roundIds) => outbox.release(roundIds), outcome: 'released' });
}

interface Taking {
  readonly page: (input: { limit: number }) => Promise<readonly RoundId[]>;
  readonly take: (roundIds: readonly RoundId[]) => Promise<readonly RoundId[]>;
  readonly outcome: string;
}

async function takeAll(deps: OperatorDeps, { page, take, outcome }: Taking): Promise<string> {
  let count = 0;
  for (;;) {
    const roundIds = await page({ limit: LIST_LIMIT });
    const taken = await wakeAll(deps, await take(roundIds));
    count += taken.length;
    if (taken.length === 0 || roundIds.length < LIST_LIMIT) return `${count} rounds are ${outcome}\n`;
  }
}

/** A worker is woken at once instead of at its next sweep. */
async function wakeAll({ queue }: OperatorDeps, roundIds: readonly RoundId[]): Promise<readonly RoundId[]> {
  await Promise.all(roundIds.map((roundId) => queue.wake(roundId)));
  return roundIds;
}
