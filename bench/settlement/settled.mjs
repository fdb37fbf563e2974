import { setTimeout as wait } from 'node:timers/promises';
import { connectRedis, createOutbox } from '@oracle-gateway/outbox';
import { parseAddress } from '@oracle-gateway/protocol';
import { decodeSubscription, subscriptionAddress } from '@oracle-gateway/protocol/accounts';
import { formatAddress } from '@oracle-gateway/protocol';

const POLL_MS = 100;
const READERS = 4;

/** Rounds left of an owner's subscription, from the ledger itself: each settled round takes one. */
export async function roundsLeft(manifest, owner) {
  const address = formatAddress(subscriptionAddress(parseAddress(manifest.programId), owner));
  const response = await fetch(manifest.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'getAccountInfo',
      params: [address, { encoding: 'base64', commitment: 'confirmed' }],
    }),
  });
  const { result } = await response.json();
  return decodeSubscription(new Uint8Array(Buffer.from(result.value.data[0], 'base64'))).roundsLeft;
}

/** Number of rounds of this world that are settled by their records. */
export async function settledRounds(manifest) {
  return (await outboxStatistics(manifest)).totals.settled;
}

/** Number of rounds of this world that wait for their settlement. */
export async function pendingRounds(manifest) {
  return (await outboxStatistics(manifest)).pending;
}

async function outboxStatistics({ redisUrl, gatewayPda }) {
  const redis = connectRedis(redisUrl);
  try {
    const outbox = createOutbox({ redis, gateway: parseAddress(gatewayPda), identityTtlSeconds: 60, resultTtlSeconds: 60 });
    return await outbox.statistics();
  } finally {
    redis.disconnect();
  }
}

/**
 * Waits until the ledger has taken the rounds from the subscription and their records say so too.
 *
 * @returns {Promise<{ ledgerMs: number | null, recordsMs: number | null, byThen: object }>} from `startMs`; null after the time allowed
 */
export async function awaitSettled({ manifest, owner, roundIds, leftBefore, startMs, timeoutMs }) {
  const target = leftBefore - BigInt(roundIds.length);
  const deadlineMs = performance.now() + timeoutMs;
  const shares = [0.5, 0.9];
  const byThen = {};
  let ledgerMs = null;
  while (ledgerMs === null && performance.now() < deadlineMs) {
    const settled = Number(leftBefore - (await roundsLeft(manifest, owner)));
    for (const share of shares)
      if (byThen[share] === undefined && settled >= share * roundIds.length) byThen[share] = performance.now() - startMs;
    if (leftBefore - BigInt(settled) <= target) ledgerMs = performance.now() - startMs;
    else await wait(POLL_MS);
  }
  const states = await awaitRecords(manifest, roundIds, deadlineMs);
  const isSettled = states.settled === roundIds.length;
  return { ledgerMs, recordsMs: isSettled ? performance.now() - startMs : null, byThen, states };
}

async function awaitRecords({ gatewayUrl }, roundIds, deadlineMs) {
  const states = {};
  const waiting = [...roundIds];
  const read = async () => {
    for (let roundId = waiting.shift(); roundId !== undefined; roundId = waiting.shift()) {
      const { data } = await (await fetch(`${gatewayUrl}/v1/rounds/${roundId}`)).json();
      if (data.state === 'pending' && performance.now() < deadlineMs) {
        waiting.push(roundId);
        await wait(POLL_MS);
      } else {
        states[data.state] = (states[data.state] ?? 0) + 1;
      }
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  return states;
}
