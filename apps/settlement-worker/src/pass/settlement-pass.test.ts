import { eventually } from '@oracle-gateway/dev-servers';
import type { TransactionRefusal } from '@oracle-gateway/ledger';
import { connectRedis, type Claim, type Outbox, type RoundRecord } from '@oracle-gateway/outbox';
import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import { formatAddress } from '@oracle-gateway/protocol';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { FakeRpc, type Fate } from '../../tests/support/fake-rpc.js';
import { receiptAccount } from '../../tests/support/program-accounts.js';
import { commitRound, emptyOutbox, GATEWAY_AUTHORITY, PROGRAM_ID, sampleRound, type SampleRound } from '../../tests/support/rounds.js';
import { workerParts } from '../../tests/support/worker-parts.js';
import type { PassDeps } from './pass-deps.js';
import { createSettlementPass, type SettlementPass } from './settlement-pass.js';

const CLOCK_SECONDS = 1_700_000_000;

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let outbox: Outbox;
let rpc: FakeRpc;
let logLines: string[];
let parts: PassDeps;
let pass: SettlementPass | undefined;
let dueAfterMs: number[];
beforeEach(async () => {
  outbox = emptyOutbox(redis);
  logLines = [];
  dueAfterMs = [];
  rpc = await FakeRpc.start({ programId: PROGRAM_ID, network: 'solana:x', clockSeconds: CLOCK_SECONDS, settleWindowSeconds: 21_600n });
  parts = workerParts({ outbox, rpcUrl: rpc.url, logLines });
});
afterEach(async () => {
  const enough = new AbortController();
  enough.abort();
  await pass?.close(enough.signal);
  pass = undefined;
  await rpc.close();
});

async function newRound(): Promise<SampleRound> {
  const round = sampleRound(CLOCK_SECONDS);
  rpc.expectRound(round);
  await commitRound(outbox, round);
  return round;
}

function begin(overrides: Partial<PassDeps> = {}): SettlementPass {
  pass = createSettlementPass({ ...parts, ...overrides }, { maxClaimed: 100, onDue: (ms) => dueAfterMs.push(ms) });
  return pass;
}

/** Claims the round and waits until its record is as wanted. */
async function settle({ roundId }: SampleRound, wanted: (record: RoundRecord) => void): Promise<void> {
  await begin().take([roundId], 'settle');
  await untilRecord(roundId, wanted);
}

async function untilRecord(roundId: SampleRound['roundId'], wanted: (record: RoundRecord) => void): Promise<void> {
  await eventually(
    async () => {
      const record = await outbox.read(roundId);
      if (record === null) throw new Error('no record');
      wanted(record);
    },
    { intervalMs: 50 },
  );
}

function isSettled({ state }: RoundRecord) {
  expect(state).toBe('settled');
}
function isWaiting({ state, nextAttemptMs, claimedBy }: RoundRecord) {
  expect([state, claimedBy]).toEqual(['pending', undefined]);
  expect(nextAttemptMs).toBeDefined();
}
function fate(first: Fate, ...others: readonly Fate[]) {
  const fates = [first, ...others];
  rpc.onBroadcast = () => Promise.resolve((fates.length > 1 ? fates.shift() : fates[0]) ?? 'land');
}
function withRefusal(err: unknown) {
  return { err };
}

/** Leaves the record as a worker does that died after it had recorded its transaction. */
async function recordEarlier(round: SampleRound, lastValidBlockHeight: number): Promise<{ signature: string; wire: Uint8Array }> {
  const claim = await claimed(round);
  const { ledger } = workerParts({ outbox, rpcUrl: rpc.url });
  const built = await ledger.sender.build([round.proof.instruction(GATEWAY_AUTHORITY)], {
    computeUnitLimit: round.proof.footprint.computeUnits,
  });
  await outbox.recordBroadcast(claim, { ...built, lastValidBlockHeight });
  return built;
}

async function claimed({ roundId }: SampleRound): Promise<Claim> {
  const claim = await outbox.claim({ roundId, workerId: 'dead', leaseMs: 0 });
  if (claim === null) throw new Error('not claimed');
  return claim;
}

describe('a settlement', () => {
  it('is shown with signature and slot, gives its unit back, and is not final', async () => {
    const round = await newRound();
    await settle(round, isSettled);
    const [signature] = rpc.broadcasts;
    expect(await outbox.read(round.roundId)).toMatchObject({ settlement: { signature, slot: 1_000, final: false }, attempts: 0 });
    expect(await outbox.unfinal({ limit: 9 })).toMatchObject([{ roundId: round.roundId, seenAtSlot: 1_000 }]);
  });

  it('of a transaction that an earlier worker sent is found: nothing is sent', async () => {
    const round = await newRound();
    const { signature, wire } = await recordEarlier(round, 1_150);
    rpc.land(wire);
    await settle(round, isSettled);
    expect(rpc.broadcasts).toEqual([]);
    expect(await outbox.read(round.roundId)).toMatchObject({ settlement: { signature } });
  });

  it('is searched for in the history where the server has forgotten it', async () => {
    const round = await newRound();
    const { signature, wire } = await recordEarlier(round, 1_150);
    rpc.land(wire);
    rpc.knowsStatuses = false;
    await settle(round, isSettled);
    expect(await outbox.read(round.roundId)).toMatchObject({ settlement: { signature, slot: 1_000 } });
  });

  it('concludes at a server without history: by the receipt, without a slot that is not the settlement’s own', async () => {
    const round = await newRound();
    const { wire } = await recordEarlier(round, 1_150);
    rpc.land(wire);
    rpc.knowsStatuses = false;
    rpc.hasHistory = false;
    rpc.blockHeight += 500;
    await settle(round, isSettled);
    expect(await outbox.read(round.roundId)).toMatchObject({ settlement: { signature: null, slot: null } });
  });
});

describe('a transaction without any answer', () => {
  it('goes out again, the same bytes', async () => {
    const round = await newRound();
    fate('lose', 'land');
    await settle(round, isSettled);
    expect(rpc.broadcasts).toHaveLength(2);
    expect(new Set(rpc.broadcasts).size).toBe(1);
  });

  it('of an earlier worker goes out again at once, the same bytes, while it is valid', async () => {
    const round = await newRound();
    const { signature } = await recordEarlier(round, 1_000);
    await settle(round, isSettled);
    expect(rpc.broadcasts).toEqual([signature]);
  });

  it('is replaced once it has expired at finalized, not before', async () => {
    const round = await newRound();
    const { signature } = await recordEarlier(round, 1_000);
    rpc.unfinalBlocks = 32;
    rpc.blockHeight = 1_032;
    fate(withRefusal('BlockhashNotFound'));
    await begin().take([round.roundId], 'settle');
    await expect.poll(() => rpc.broadcasts.length).toBeGreaterThan(1);
    expect(new Set(rpc.broadcasts)).toEqual(new Set([signature]));
    rpc.blockHeight = 1_033;
    fate('land');
    await untilRecord(round.roundId, isSettled);
    expect(rpc.broadcasts.at(-1)).not.toBe(signature);
  });

  it.each(['cut', 'land_and_cut'] as const)('because its connection broke (%s) settles the round once', async (first) => {
    const round = await newRound();
    fate(first, 'land');
    await settle(round, isSettled);
    expect(new Set(rpc.broadcasts).size).toBe(1);
    expect(await outbox.read(round.roundId)).toMatchObject({ attempts: 0 });
  });

  it('is not dropped because a server that lags behind does not know its blockhash', async () => {
    const round = await newRound();
    fate(withRefusal('BlockhashNotFound'), 'land');
    await settle(round, isSettled);
    expect(new Set(rpc.broadcasts).size).toBe(1);
    expect(await outbox.read(round.roundId)).toMatchObject({ attempts: 0 });
  });
});

describe('a refusal by the program', () => {
  it('uses up an attempt, is counted by name and leaves no transaction behind that never left', async () => {
    const round = await newRound();
    fate({ refuse: 6_028 });
    await settle(round, isWaiting);
    expect(await outbox.read(round.roundId)).toMatchObject({
      attempts: 1,
      parked: false,
      broadcasts: [],
      reason: 'instruction 1: WrongGateway (6028)',
    });
    expect(await parts.metrics.registry.metrics()).toContain('oracle_settlement_refused_total{reason="WrongGateway"} 1');
  });

  it('after it had landed uses up an attempt, once', async () => {
    const round = await newRound();
    fate('fail');
    await settle(round, isWaiting);
    expect(await outbox.read(round.roundId)).toMatchObject({ attempts: 1, broadcasts: [] });
  });

  it('the last time parks the round and says so', async () => {
    const round = await newRound();
    fate({ refuse: 6_028 });
    await begin({ maxAttempts: 1 }).take([round.roundId], 'settle');
    await untilRecord(round.roundId, ({ parked }) => expect(parked).toBe(true));
    expect(logLines.join('')).toMatch(/"level":50.*needs an operator/);
  });

  it('"already settled" settles a round whose receipt is its own', async () => {
    const round = await newRound();
    rpc.onBroadcast = () => {
      rpc.put(round.proof.receipt, receiptAccount(round.proof.message));
      return Promise.resolve({ refuse: 6_039 });
    };
    await settle(round, isSettled);
    expect(await outbox.read(round.roundId)).toMatchObject({ settlement: { signature: null, slot: null }, attempts: 0 });
  });

  it('with another message in the receipt parks at once', async () => {
    const round = await newRound();
    rpc.put(round.proof.receipt, receiptAccount(new Uint8Array(32).fill(9)));
    await settle(round, ({ parked }) => expect(parked).toBe(true));
    expect(await outbox.read(round.roundId)).toMatchObject({ reason: 'the receipt holds another message' });
    expect(rpc.broadcasts).toEqual([]);
  });

  it('lamports that a stranger put on the receipt’s address prove nothing', async () => {
    const round = await newRound();
    rpc.hold(round.roundId, { owner: '11111111111111111111111111111111', data: new Uint8Array(), lamports: 5 });
    await settle(round, isSettled);
    expect(rpc.broadcasts).toHaveLength(1);
  });
});

describe('what is not the round’s fault uses up no attempt, and the record says what it waits for', () => {
  // Another account may pay for the next transaction of a round whose payer is empty.
  it.each<readonly [string, TransactionRefusal | object, RegExp, readonly object[]]>([
    ['no lamports for the fee', 'InsufficientFundsForFee' as never, /^InsufficientLamports: .*InsufficientFundsForFee/, []],
    ['no lamports for the receipt', { InstructionError: [1, { Custom: 1 }] }, /^InsufficientLamports: its payer cannot pay/, []],
    ['an inactive gateway', { InstructionError: [1, { Custom: 6_029 }] }, /GatewayInactive/, [{}]],
  ])('%s', async (_what, err, reason, broadcasts) => {
    const round = await newRound();
    fate(withRefusal(err));
    await settle(round, isWaiting);
    const record = await outbox.read(round.roundId);
    expect(record).toMatchObject({ attempts: 0, parked: false, broadcasts });
    expect(record?.reason).toMatch(reason);
    expect(dueAfterMs).toEqual([15_000]);
  });

  it('a ledger that answers nothing', async () => {
    const round = await newRound();
    await rpc.close();
    const patience = new AbortController();
    await begin().take([round.roundId], 'settle');
    await expect.poll(() => parts.upstreams.isUp('ledger')).toBe(false);
    await pass?.close(patience.signal);
    const record = await outbox.read(round.roundId);
    expect(record).toMatchObject({ state: 'pending', attempts: 0, broadcasts: [] });
    expect(record?.reason).toMatch(/^ledger get\w+: no usable answer \(ECONNREFUSED\)$/);
  });

  it('an outbox that answers nothing for a while: the round is sent after that', async () => {
    const round = await newRound();
    let failures = 0;
    const flaky: Outbox = {
      ...outbox,
      recordBroadcast: (...args) => {
        failures += 1;
        return failures < 4 ? Promise.reject(new Error('Command timed out')) : outbox.recordBroadcast(...args);
      },
    };
    await begin({ outbox: flaky, maxAttempts: 1 }).take([round.roundId], 'settle');
    await untilRecord(round.roundId, isSettled);
    expect(await outbox.read(round.roundId)).toMatchObject({ attempts: 0 });
    expect(failures).toBe(4);
  });

  it('a record of the settlement whose answer was lost: the repetition finds it ended, and no error is logged', async () => {
    const round = await newRound();
    let isFirst = true;
    const deaf: Outbox = {
      ...outbox,
      settle: async (...args) => {
        await outbox.settle(...args);
        if (isFirst) {
          isFirst = false;
          throw new Error('Command timed out');
        }
      },
    };
    const begun = begin({ outbox: deaf });
    await begun.take([round.roundId], 'settle');
    await expect.poll(() => [isFirst, begun.room()]).toEqual([false, 100]);
    expect(await outbox.read(round.roundId)).toMatchObject({ state: 'settled', attempts: 0 });
    expect(logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

it('a worker that was overtaken writes nothing more', async () => {
  const round = await newRound();
  rpc.beforeAnswer = async (method) => {
    if (method !== 'getLatestBlockhash') return;
    const [key] = await redis.keys(`*:round:${round.roundId}`);
    await redis.hset(String(key), 'claim', `another-token ${CLOCK_SECONDS * 2_000} another`);
  };
  const begun = begin();
  await begun.take([round.roundId], 'settle');
  await expect.poll(() => logLines.join('')).toContain('another worker took the round over');
  expect(begun.room()).toBe(100);
  expect(await outbox.read(round.roundId)).toMatchObject({ state: 'pending', attempts: 0, broadcasts: [] });
});

it('a fault of our own ends with an operator, not in an endless loop', async () => {
  const round = await newRound();
  const { ledger } = parts;
  const broken = { ...ledger, sender: { ...ledger.sender, build: () => Promise.reject(new TypeError('a secret detail')) } };
  await begin({ ledger: broken }).take([round.roundId], 'settle');
  await untilRecord(round.roundId, isWaiting);
  expect(await outbox.read(round.roundId)).toMatchObject({ attempts: 1, reason: 'internal: TypeError' });
});

it('a record that cannot be read uses up attempts, and keeps no other round waiting', async () => {
  const [broken, other] = [await newRound(), await newRound()];
  const [key] = await redis.keys(`*:round:${broken.roundId}`);
  await redis.hset(String(key), 'b0', '{}');
  expect(await begin({ maxAttempts: 1 }).take([broken.roundId, other.roundId], 'settle')).toBe(1);
  await untilRecord(other.roundId, isSettled);
  expect(await outbox.parked({ limit: 9 })).toEqual([broken.roundId]);
});

it('a payload of another round is refused', async () => {
  const round = sampleRound(CLOCK_SECONDS, GATEWAY_AUTHORITY, PROGRAM_ID);
  await commitRound(outbox, { ...sampleRound(CLOCK_SECONDS), roundId: round.roundId });
  expect(await begin().take([round.roundId], 'settle')).toBe(0);
  expect(await outbox.read(round.roundId)).toMatchObject({ attempts: 1, reason: 'internal: ForeignPayloadError' });
});

it('a round that no worker may claim is left alone', async () => {
  const round = await newRound();
  await outbox.claim({ roundId: round.roundId, workerId: 'other', leaseMs: 60_000 });
  expect(await begin().take([round.roundId, sampleRoundId()], 'settle')).toBe(0);
  expect(rpc.calls).toEqual([]);
});

it('a subscription that is gone has no rounds left, and the round is settled all the same', async () => {
  const round = await newRound();
  rpc.hold(formatAddress(round.owner), { owner: '11111111111111111111111111111111', data: new Uint8Array(), lamports: 5 });
  await settle(round, isSettled);
});

it.each([
  [0, 9_000, 'none', null],
  [5_000, 4_000, 'what recent blocks took', 4_000n],
  [5_000, 9_000, 'the cap', 5_000n],
])('at a cap of %d micro-lamports and recent fees of %d a transaction offers %s', async (capMicroLamports, recent, _what, offered) => {
  rpc.priorityFee = recent;
  parts = workerParts({ outbox, rpcUrl: rpc.url, capMicroLamports });
  await parts.ledger.priorityFee.refresh();
  let wire: Uint8Array | undefined;
  rpc.onBroadcast = (transaction) => {
    wire = transaction;
    return Promise.resolve('land');
  };
  await settle(await newRound(), isSettled);
  // SetComputeUnitPrice of the compute budget program: tag 3, u64 LE.
  const price = Buffer.alloc(9, 3);
  if (offered !== null) price.writeBigUInt64LE(offered, 1);
  expect(Buffer.from(wire ?? []).includes(price)).toBe(offered !== null);
  expect(rpc.count('getRecentPrioritizationFees')).toBe(capMicroLamports === 0 ? 0 : 1);
});
