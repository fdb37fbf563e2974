import type { RoundId } from '@oracle-gateway/protocol';
import { CorruptRecordError, VolatileOutboxError } from '../records/errors.js';
import { exclusivesInput, requireExclusiveName } from '../records/exclusive-key.js';
import type { QuotaKey, HoldTotals } from '../records/hold.js';
import { requireFailure } from '../records/reason.js';
import { countText, requireCount } from '../records/require-count.js';
import { requireName } from '../records/require-name.js';
import { isRoundId } from '../records/round-id.js';
import { encodeSettlementPayload } from '../records/settlement-payload.js';
import { settlementEntry } from '../wire/book-entry.js';
import { answeredHoldsInput, availableInput, encodeHolds, holdsInput, keptHolds, requireQuotaKey } from '../wire/hold-text.js';
import { countedInput, decodeHolder, MAX_HOLDERS } from '../wire/holder-text.js';
import { encodeBody } from '../wire/record-body.js';
import { RECORD_VERSION } from '../wire/record-fields.js';
import { readInteger, readOutcome, readState, readText, readTexts, readTimeMs } from '../wire/reply.js';
import { requirePath } from '../wire/round-record.js';
import type { Outbox, ReserveInput, ReserveOutcome } from './outbox.js';
import { readRecord } from './read-record.js';
import { noteReached, type Shard } from './shard.js';
import { expire } from './sweep-commands.js';
import { withHolds } from './with-holds.js';

type GatewayCommand = 'reserve' | 'commit' | 'fail' | 'read' | 'holdTotals' | 'exclusiveUser';
type Input<Name extends GatewayCommand> = Parameters<Outbox[Name]>[0];

/** Commands of a gateway: from the reservation to the answer. */
export function gatewayCommands(shard: Shard): Pick<Outbox, GatewayCommand> {
  return {
    reserve: (input) => reserve(shard, input),
    commit: (input) => commit(shard, input),
    fail: (input) => fail(shard, input),

    holdTotals: (quotaKey, { holders }) => holdTotals(shard, quotaKey, holders),
    exclusiveUser: (name) => exclusiveUser(shard, name),

    read: (roundId) => readRecord(shard, roundId),
  };
}

/** Checks a key that may be free again: another reservation may take it first, then at that one's round. */
const MAX_READS = 3;

interface EndedRound {
  /** Place of the key among the exclusive keys, from 1. */
  readonly exclusive: number;
  readonly roundId: RoundId;
}

async function reserve(shard: Shard, input: ReserveInput): Promise<ReserveOutcome> {
  let outcome = await reserveIdentity(shard, input);
  for (let read = 1; read < MAX_READS && outcome.outcome === 'used'; read += 1) {
    const { name, roundId } = outcome;
    const exclusive = (input.exclusive ?? []).findIndex((key) => key.name === name && key.freeOnceUnserved === true) + 1;
    if (exclusive === 0) return outcome;
    outcome = await reserveOnce(shard, input, { exclusive, roundId });
    // Its round has not ended.
    if (outcome.outcome === 'used' && outcome.name === name && outcome.roundId === roundId) return outcome;
  }
  return outcome;
}

/**
 * A repeat of a request takes the identity again when no round was begun under it: this process never heard that its reservation was made, or the
 * time of the reservation is over.
 */
async function reserveIdentity(shard: Shard, input: ReserveInput): Promise<ReserveOutcome> {
  const { roundId } = input;
  const { unanswered } = shard;
  await unanswered.withdraw(shard, roundId);
  const outcome = await reserveOnce(shard, input, null);
  // The server has read the lost command since, or another round of the same caller has its keys.
  const user = userOf(outcome, roundId);
  if (user === null || !unanswered.has(user)) return outcome;
  await unanswered.withdraw(shard, user);
  return reserveOnce(shard, input, null);
}

/** The round that has what a reservation asked for and may yet give it back; null: no round has it. */
function userOf(outcome: ReserveOutcome, roundId: RoundId): RoundId | null {
  if (outcome.outcome === 'used') return outcome.roundId;
  return outcome.outcome === 'duplicate' && outcome.state === 'reserved' ? roundId : null;
}

async function reserveOnce(shard: Shard, input: ReserveInput, ended: EndedRound | null): Promise<ReserveOutcome> {
  for (let tries = 1; tries < MAX_READS; tries += 1) {
    const outcome = await askReservation(shard, input, ended);
    if (outcome !== null) return outcome;
    await expire(shard, input.roundId);
  }
  return (await askReservation(shard, input, ended)) ?? { outcome: 'duplicate', state: 'reserved' };
}

/** null: the identity's reservation is overdue. */
async function askReservation(shard: Shard, input: ReserveInput, ended: EndedRound | null): Promise<ReserveOutcome | null> {
  const { keys, newToken, recordTtlMs, reservationMarginMs } = shard;
  const { roundId, holds, exclusive = [], listedUnder } = input;
  const kept = keptHolds(holds);
  const token = newToken();
  const recordKeys = [
    keys.round(roundId),
    keys.reserved,
    keys.marker,
    listKey(shard, listedUnder),
    keys.round(ended?.roundId ?? roundId),
    ...keys.exclusives(exclusive.map(({ name }) => name)),
    ...keys.quotas(holds),
  ];
  const asked = {
    roundId,
    token,
    path: requirePath(input.path),
    lifeMs: requireCount('deadlineMs', input.deadlineMs) + reservationMarginMs,
    maxInFlight: requireCount('maxInFlight', input.maxInFlight),
    recordTtlMs,
    version: RECORD_VERSION,
    keptHolds: encodeHolds(kept),
    isListed: listedUnder !== undefined,
    createdBy: orAbsent(input.createdBy),
    marker: orAbsent(await shard.marker()),
    ended: ended ?? undefined,
    exclusives: exclusivesInput(exclusive),
    holds: holds.map((hold) => ({
      units: String(hold.units),
      available: availableInput(hold.available),
      slot: hold.slot === null ? undefined : countText('slot', hold.slot),
      counted: countedInput(hold),
    })),
  };
  const texts = readTexts(
    await shard.run('reserve', recordKeys, asked).catch((error: unknown) => {
      // The server was not asked while it is not proven durable.
      if (!(error instanceof VolatileOutboxError))
        shard.unanswered.add({ roundId, token, holds: kept, exclusive, listKey: listKey(shard, listedUnder) });
      throw error;
    }),
  );
  if (texts[0] === 'overdue') return null;
  if (texts[0] === 'forgotten') {
    shard.doubt();
    throw new VolatileOutboxError('marker', 'the server no longer holds the records that it held');
  }
  const outcome = readReservation(texts, token, { holds, exclusive });
  if (outcome.outcome === 'reserved') shard.remembered.remember(roundId, kept);
  return outcome;
}

/** A script declares the key of a list whether it lists the round or not. */
function listKey({ keys }: Shard, listedUnder: string | undefined): string {
  return keys.listed(listedUnder === undefined ? '' : requireName('the name of a list', listedUnder));
}

function orAbsent(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

function readReservation(
  texts: readonly string[],
  token: string,
  { holds, exclusive }: Required<Pick<ReserveInput, 'holds' | 'exclusive'>>,
): ReserveOutcome {
  const outcome = readText(texts, 0);
  switch (outcome) {
    case 'reserved':
      return { outcome, token, redisTimeMs: readTimeMs(readText(texts, 1)) };
    case 'duplicate':
      return { outcome, state: readState(readText(texts, 1)) };
    case 'used': {
      const key = exclusive[readInteger(readText(texts, 1)) - 1];
      const roundId = readText(texts, 2);
      if (key === undefined || !isRoundId(roundId))
        throw new CorruptRecordError('the server refused an exclusive key that was not asked for');
      return { outcome, name: key.name, roundId };
    }
    case 'held': {
      const hold = holds[readInteger(readText(texts, 1)) - 1];
      if (hold === undefined) throw new CorruptRecordError('the server refused a hold that was not asked for');
      return { outcome, quotaKey: hold.quotaKey };
    }
    case 'at_capacity':
      return { outcome };
    default:
      throw new CorruptRecordError('the server answered a reservation with an unknown outcome');
  }
}

async function commit(shard: Shard, { roundId, token, settlement, result, listedUnder, held }: Input<'commit'>): Promise<void> {
  const { keys, remembered } = shard;
  const payload = encodeSettlementPayload(settlement);
  const entry = settlementEntry(roundId, settlement);
  const text = typeof result === 'string' ? result : new TextDecoder('utf-8', { fatal: true }).decode(result);
  const body = encodeBody({ payload, result: text });
  const recordKeys = [keys.round(roundId), keys.reserved, keys.pending, keys.due, keys.totals, listKey(shard, listedUnder), keys.parked];
  const texts = await withHolds(remembered.get(roundId), (holds) => {
    const answered = holds.filter(({ until }) => until === 'answered');
    const timestampSeconds = countText('timestampSeconds', settlement.timestampSeconds);
    const how = { isListed: listedUnder !== undefined, isHeld: held === true };
    const { recordTtlMs } = shard;
    const input = { roundId, token, timestampSeconds, recordTtlMs, entryLength: entry.length, ...how };
    const asked = { ...input, ...answeredHoldsInput(holds, answered) };
    return shard.run('commit', [...recordKeys, ...keys.quotas(answered)], asked, entry + body);
  });
  readOutcome(texts, roundId, 'commit');
  noteReached(shard, 'pending', texts);
  remembered.forget(roundId);
}

async function fail(shard: Shard, { roundId, token, reason, failure, giveBack = [], unused }: Input<'fail'>): Promise<void> {
  const { keys, remembered } = shard;
  const recordKeys = [keys.round(roundId), keys.reserved, keys.totals, ...keys.exclusives(giveBack.map(requireExclusiveName))];
  const lives = { quotaTtlMs: shard.recordTtlMs, recordTtlMs: shard.identityTtlMs };
  const input = { roundId, token, reason, failure: requireFailure(failure), ...lives, exclusives: giveBack.length, unused };
  const texts = await withHolds(remembered.get(roundId), (holds) =>
    shard.run('fail', [...recordKeys, ...keys.quotas(holds)], { ...input, ...holdsInput(holds) }),
  );
  readOutcome(texts, roundId, 'fail');
  remembered.forget(roundId);
}

async function holdTotals({ keys, run }: Shard, quotaKey: QuotaKey, most: number): Promise<HoldTotals> {
  if (requireCount('holders', most) > MAX_HOLDERS) throw new RangeError(`holders must be at most ${MAX_HOLDERS}`);
  const [committed = '', unsettledRounds = '', available = '', slot = '', ...holders] = readTexts(
    await run('holdTotals', keys.quotas([{ quotaKey: requireQuotaKey(quotaKey) }]), { maxHolders: most }),
  );
  return {
    committed: BigInt(readInteger(committed)),
    unsettledRounds: readInteger(unsettledRounds),
    reading: slot === '' ? null : { available: BigInt(readInteger(available)), slot: readInteger(slot) },
    holders: holders.map(decodeHolder),
  };
}

async function exclusiveUser({ keys, run }: Shard, name: string): Promise<RoundId | null> {
  const [user = ''] = readTexts(await run('usedBy', keys.exclusives([requireExclusiveName(name)]), null));
  if (user === '') return null;
  if (!isRoundId(user)) throw new CorruptRecordError('an exclusive key names no round');
  return user;
}
