import { decodeBroadcasts, encodeBroadcast, MAX_BROADCASTS } from './broadcast.js';
import { CorruptRecordError } from './errors.js';
import { CLAIM } from './lua/claim.lua.js';
import { FORGET_BROADCAST } from './lua/forget-broadcast.lua.js';
import { LAPSE } from './lua/lapse.lua.js';
import { POSTPONE } from './lua/postpone.lua.js';
import { RECORD_BROADCAST } from './lua/record-broadcast.lua.js';
import { REFUSE } from './lua/refuse.lua.js';
import { SETTLE } from './lua/settle.lua.js';
import type { Claim, ClaimInput, Outbox } from './outbox.js';
import { readInteger, readOutcome, readText, readTexts, readTimeMs } from './reply.js';
import { decodeSettlementPayload } from './settlement-payload.js';
import { requireCount, run, type Shard } from './shard.js';
import { figureArguments } from './subscription-figure.js';

type WorkerCommand = 'claim' | 'recordBroadcast' | 'forgetBroadcast' | 'settle' | 'refuse' | 'postpone' | 'lapse';

/** What a settlement worker does with a record: from the claim to the ledger. */
export function workerCommands(shard: Shard): Pick<Outbox, WorkerCommand> {
  return {
    claim: (input) => claim(shard, input),

    async recordBroadcast({ roundId, token }, broadcast) {
      const reply = await run(shard, RECORD_BROADCAST, roundId, token, encodeBroadcast(broadcast), MAX_BROADCASTS);
      readOutcome(reply, roundId, 'settle');
    },

    async forgetBroadcast({ roundId, token }, broadcast) {
      readOutcome(await run(shard, FORGET_BROADCAST, roundId, token, encodeBroadcast(broadcast)), roundId, 'settle');
    },

    async settle({ roundId, token }, { signature, slot, subscription }) {
      const figure = figureArguments(subscription);
      const { recordTtlMs } = shard;
      const reply = await run(
        shard,
        SETTLE,
        roundId,
        token,
        signature ?? '',
        requireCount('slot', slot),
        ...figure,
        recordTtlMs,
        recordTtlMs,
      );
      readOutcome(reply, roundId, 'settle');
    },

    async refuse({ roundId, token }, { reason, retryAfterMs, maxAttempts }) {
      const delayMs = requireCount('retryAfterMs', retryAfterMs);
      const reply = await run(shard, REFUSE, roundId, token, reason, delayMs, requireCount('maxAttempts', maxAttempts));
      return readOutcome(reply, roundId, 'settle') === 'parked' ? 'parked' : 'scheduled';
    },

    async postpone({ roundId, token }, { retryAfterMs }) {
      const delayMs = requireCount('retryAfterMs', retryAfterMs);
      readOutcome(await run(shard, POSTPONE, roundId, token, delayMs), roundId, 'settle');
    },

    async lapse({ roundId, token }, reason) {
      readOutcome(await run(shard, LAPSE, roundId, token, reason, shard.recordTtlMs), roundId, 'lapse');
    },
  };
}

async function claim(shard: Shard, { roundId, workerId, leaseMs, early = false }: ClaimInput): Promise<Claim | null> {
  const token = shard.newToken();
  const reply = await run(shard, CLAIM, roundId, token, workerId, requireCount('leaseMs', leaseMs), early ? '1' : '0');
  const texts = readTexts(reply);
  const outcome = readText(texts, 0);
  if (outcome === 'none') return null;
  if (outcome !== 'claimed') throw new CorruptRecordError('the server answered a claim with an unknown outcome');
  return {
    roundId,
    token,
    leaseUntilMs: readTimeMs(readText(texts, 1)),
    createdAtMs: readTimeMs(readText(texts, 2)),
    attempts: readInteger(readText(texts, 3)),
    settlement: decodeSettlementPayload(readText(texts, 4)),
    broadcasts: decodeBroadcasts(readText(texts, 5)),
  };
}
