import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  deriveFeedId,
  deriveSourceId,
  packExact,
  parseAddress,
  parseApiConfig,
  roundAddress,
  toHex,
  unixSeconds,
  type FeedId,
} from '@oracle-gateway/protocol';
import { parseSubject, type Subject, type SubjectInput } from '@oracle-gateway/protocol/internal';
import { feedAddress } from '@oracle-gateway/protocol/accounts';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

import { startSigner } from '../../../../packages/app-config/tests/signer-program.js';
import { addressOf, keyFileText } from '../../src/base/keypair.js';
import { openKillGate, type AskedFor, type KillGate } from './kill-gate.js';
import { startKeeper, writeKeeperConfig, type KeeperProcess } from './keeper-process.js';
import { keyOf, testClient } from './test-client.js';
import { settlementsAt, type TestWorld } from './test-world.js';
import { twoWorkerWorld } from './two-worker-world.js';

const QUORUM = 3;
const WAIT = { interval: 100 } as const;
const FEED = 'moving';

let test: TestWorld;
let folder: string;
beforeAll(async () => {
  test = twoWorkerWorld();
  folder = await mkdtemp(join(tmpdir(), 'keeper-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Answers where the signer of the key listens. It signs transactions of the oracle's program alone, and outlives its clients. */
async function openSigner(key: Uint8Array): Promise<`unix:${string}`> {
  const place = { path: folder, socket: join(folder, 'payer.sock') };
  await writeFile(join(folder, 'payer-of-signer.json'), keyFileText(key), { mode: 0o600 });
  const programs = [test.world.manifest.programId, 'ComputeBudget111111111111111111111111111111'];
  await writeFile(join(folder, 'policy.json'), JSON.stringify({ kinds: ['transaction'], programs }));
  const signer = await startSigner(place, { key: 'payer-of-signer.json', policy: join(folder, 'policy.json') });
  onTestFinished(() => signer.kill());
  return `unix:${place.socket}`;
}

/** Every node sees another price each time. */
function movingSource() {
  const numeric = { type: 'int256', decimals: 8 } as const;
  return parseApiConfig({
    url: `${test.world.manifest.sources.noisy}/price?spreadBps=200&kept=1`,
    method: 'GET',
    responseParser: '$.price',
    aggregation: { mode: 'tolerance', rule: 'median', maxDeviationBps: 1_000, maxAgeMs: 30_000, numeric },
  });
}

/** One of two keepers, with gates of its own before gateway and RPC server. */
interface Place {
  readonly configPath: string;
  readonly gates: { readonly gateway: KillGate; readonly rpc: KillGate };
  running: KeeperProcess;
}

function isRound({ path }: AskedFor): boolean {
  return path === '/v1/round/execute';
}

function isTransaction({ body }: AskedFor): boolean {
  return body.includes('"sendTransaction"');
}

const POINTS = [
  ['gateway', 'before', isRound],
  ['gateway', 'after', isRound],
  ['rpc', 'before', isTransaction],
  ['rpc', 'after', isTransaction],
] as const;

it('two keepers, one killed at a time, keep a feed of a moving price and buy one round for each value', async () => {
  const { gatewayUrl, rpcUrl, programId } = test.world.manifest;
  const accountKey = keyOf(test, 'otherOwner');
  const source = movingSource();
  const feedId: FeedId = deriveFeedId({ owner: addressOf(accountKey), sourceId: deriveSourceId(source), signaturesRequired: QUORUM });
  const feedAt = feedAddress(parseAddress(programId), feedId);
  const timestampOfFeed = async (): Promise<bigint> => (await test.reader.feed(feedId)).value?.timestampMs ?? 0n;

  /** Seconds of the rounds that were asked for, by the value that the ledger had then. */
  const asked = new Map<bigint, Set<number>>();
  const onRound = async (request: AskedFor): Promise<void> => {
    if (!isRound(request)) return;
    const { timestamp } = JSON.parse(request.body) as { readonly timestamp: number };
    const period = await timestampOfFeed();
    asked.set(period, (asked.get(period) ?? new Set()).add(timestamp));
  };
  const feeds = {
    [FEED]: {
      api_config: { ...source, aggregation: { ...source.aggregation } },
      account: 'subscription',
      quorum: QUORUM,
      heartbeat_seconds: 6,
      lead_seconds: 3,
      check_interval_seconds: 1,
      deviation_basis_points: 150,
    },
  };
  const openPlace = async (name: string): Promise<Place> => {
    const gates = { gateway: await openKillGate(gatewayUrl, onRound), rpc: await openKillGate(rpcUrl) };
    const urls = { gatewayUrl: gates.gateway.url, rpcUrl: gates.rpc.url };
    const input = { folder, name, ...urls, namespace: 'kills', accountKey, payerKey: keyOf(test, 'stranger'), feeds };
    const configPath = await writeKeeperConfig(test, input);
    return { configPath, gates, running: startKeeper(configPath) };
  };
  const places = await Promise.all(['one', 'two'].map(openPlace));
  try {
    await Promise.all(places.map(({ running }) => running.untilListening()));
    await expect.poll(timestampOfFeed, WAIT).toBeGreaterThan(0n);
    for (const [server, when, isPoint] of POINTS) {
      // The keeper that comes to the point first is killed there.
      const dead = await new Promise<Place>((resolve) => {
        for (const place of places) {
          const kill = async (): Promise<void> => {
            for (const { gates } of places) gates[server].plant(null);
            await place.running.end('SIGKILL');
            resolve(place);
          };
          place.gates[server].plant({ when, isPoint, kill });
        }
      });
      const before = await timestampOfFeed();
      // The other keeper goes on: with what the dead one has begun, then with the next value.
      await expect.poll(timestampOfFeed, WAIT).toBeGreaterThan(before);
      dead.running = startKeeper(dead.configPath);
      await dead.running.untilListening();
    }
    expect(await Promise.all(places.map(({ running }) => running.end('SIGTERM')))).toEqual([0, 0]);

    const client = testClient(test);
    const list = async () => (await client.feedRounds(toHex(feedId), { limit: 100 })).rounds;
    const served = async () => (await list()).filter(({ state }) => state !== 'failed' && state !== 'expired');
    // Later tests of this world count what is settled.
    await expect.poll(async () => (await served()).every(({ state }) => state === 'settled'), WAIT).toBe(true);
    const seconds = new Set((await served()).map(({ timestamp }) => timestamp));
    const bought = [...asked.values()].map((ofPeriod) => [...ofPeriod].filter((second) => seconds.has(second)).length);
    expect(Math.max(...bought)).toBe(1);
    expect(seconds.size).toBeGreaterThan(POINTS.length);
    // A settlement does not name the feed: each value was brought by one transaction of a keeper, and one before them showed the source.
    expect(settlementsAt(test, feedAt)).toBe(seconds.size + 1);
  } finally {
    await Promise.all(places.map(({ running }) => running.end('SIGKILL')));
    await Promise.all(places.flatMap(({ gates }) => [gates.gateway.close(), gates.rpc.close()]));
  }
});

it('a keeper that is killed keeps three feeds by lists, with a payer in a signer: one charge for each value, and each feed has its own', async () => {
  const { gatewayUrl, rpcUrl, programId, sources } = test.world.manifest;
  const accountKey = keyOf(test, 'otherOwner');
  const owner = addressOf(accountKey);
  const kept = [11n, 22n, 33n].map((mantissa) => {
    const body = encodeURIComponent(`{"price":${mantissa}}`);
    const apiConfig = { url: `${sources.echo}/?body=${body}`, method: 'GET', responseParser: '$.price' };
    const sourceId = deriveSourceId(parseApiConfig(apiConfig));
    const feedId = deriveFeedId({ owner, sourceId, signaturesRequired: QUORUM });
    return { apiConfig, sourceId: toHex(sourceId), feedId, value: packExact({ mantissa, exponent: 0 }) };
  });
  const stampOf = async (feedId: FeedId): Promise<bigint> => (await test.reader.feed(feedId)).value?.observedAtMs ?? 0n;

  /** Rounds that were asked for, with the stamps that the ledger had then, by source. */
  const asked = new Map<string, { readonly subject: Subject; readonly timestamp: number; readonly stamps: ReadonlyMap<string, bigint> }>();
  const onRequest = async (request: AskedFor): Promise<void> => {
    if (!isRound(request)) return;
    const { timestamp, ...members } = JSON.parse(request.body) as SubjectInput & { readonly timestamp: number };
    const { apiConfig, apiConfigs, minValues } = members;
    const subject = parseSubject(apiConfigs === undefined ? { apiConfig } : { apiConfigs, minValues });
    const stamps = new Map(await Promise.all(kept.map(async ({ sourceId, feedId }) => [sourceId, await stampOf(feedId)] as const)));
    const round = `${timestamp} ${toHex(subject.sourceId)}`;
    if (!asked.has(round)) asked.set(round, { subject, timestamp, stamps });
  };
  const gates = { gateway: await openKillGate(gatewayUrl, onRequest), rpc: await openKillGate(rpcUrl) };
  const rules = { account: 'subscription', quorum: QUORUM, heartbeat_seconds: 6, lead_seconds: 3, check_interval_seconds: 1 };
  const configPath = await writeKeeperConfig(test, {
    ...{ folder, name: 'lists', gatewayUrl: gates.gateway.url, rpcUrl: gates.rpc.url, namespace: 'lists', accountKey },
    payerKey: await openSigner(keyOf(test, 'stranger')),
    feeds: Object.fromEntries(kept.map(({ apiConfig }, place) => [`feed-${place}`, { api_config: apiConfig, ...rules }])),
  });
  let running = startKeeper(configPath);
  const untilNewer = async (): Promise<void> => {
    const before = await Promise.all(kept.map(({ feedId }) => stampOf(feedId)));
    const isNewer = async () =>
      (await Promise.all(kept.map(async ({ feedId }, place) => (await stampOf(feedId)) > (before[place] ?? 0n)))).every(Boolean);
    await expect.poll(isNewer, WAIT).toBe(true);
  };
  try {
    for (const [server, when, isPoint] of POINTS) {
      await new Promise<void>((resolve) => {
        const kill = async (): Promise<void> => {
          await running.end('SIGKILL');
          resolve();
        };
        gates[server].plant({ when, isPoint, kill });
      });
      running = startKeeper(configPath);
      await running.untilListening();
      await untilNewer();
    }
    expect(await running.end('SIGTERM')).toBe(0);
    for (const { feedId, value } of kept) expect((await test.reader.feed(feedId)).value?.value).toEqual(value);

    const settled = ({ subject: { sourceId }, timestamp }: { readonly subject: Subject; readonly timestamp: number }): number =>
      settlementsAt(
        test,
        roundAddress({
          ...{ programId: parseAddress(programId), feedOwner: owner, sourceId },
          ...{ signaturesRequired: QUORUM, timestampSeconds: unixSeconds(timestamp) },
        }),
      );
    const client = testClient(test);
    for (const { subject } of asked.values()) {
      const feedId = toHex(deriveFeedId({ owner, sourceId: subject.sourceId, signaturesRequired: QUORUM }));
      const open = async () =>
        (await client.feedRounds(feedId, { limit: 100 })).rounds.filter(
          ({ state }) => state !== 'settled' && state !== 'failed' && state !== 'expired',
        );
      await expect.poll(open, WAIT).toEqual([]);
    }
    const charged = [...asked.values()].filter((round) => settled(round) > 0);
    const periods = charged.flatMap(({ subject, stamps }) =>
      subject.sources.map(({ sourceId }) => `${toHex(sourceId)} ${stamps.get(toHex(sourceId))}`),
    );
    expect(new Set(periods).size).toBe(periods.length);
    // The first purchase is of all three. A kill may make them fall due apart later.
    expect(charged[0]?.subject.sources).toHaveLength(kept.length);
    expect(charged.length).toBeLessThan(periods.length);
    // A transaction brings all values of a list.
    const writes = (feedId: FeedId) => settlementsAt(test, feedAddress(parseAddress(programId), feedId));
    process.stdout.write(
      `keeper: ${kept.length} feeds: ${periods.length} values, ${charged.length} charges, ${kept.map(({ feedId }) => writes(feedId)).join(' + ')} writes and texts\n`,
    );
  } finally {
    await running.end('SIGKILL');
    await Promise.all([gates.gateway.close(), gates.rpc.close()]);
  }
});
