import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { operations, type FlatRoundResult } from '@oracle-gateway/gateway-api';
import { createHttpClient, type HttpClient } from '@oracle-gateway/gateway-api/testing';
import { createLedgerReader, type LedgerReader } from '@oracle-gateway/ledger';
import { parseAddress, roundAddress, type Address } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, expect } from 'vitest';

import { checkDemoAnswer } from '../../src/demo/verify-answer.js';
import { preparePriceRound, type PriceRound, type PriceRoundInput } from './price-round.js';
import { createWorld, type World, type WorldOptions } from '../../src/index.js';
import type { SecretKey } from '../../src/base/keypair.js';
import { projectRoot } from '../../src/base/project-root.js';
import { inTurn } from './start-turns.js';

export interface TestWorld {
  readonly world: World;
  readonly reader: LedgerReader;
  readonly client: HttpClient;
  close(): Promise<void>;
}

/** A whole world of built apps on free ports, with a state folder of its own. */
export async function startTestWorld(
  options: Partial<
    Pick<
      WorldOptions,
      'nodes' | 'workers' | 'rpcUrls' | 'workerRpcUrl' | 'gatewayFacilitatorUrl' | 'gatewayKey' | 'protocolTtlSeconds' | 'environment'
    >
  > = {},
): Promise<TestWorld> {
  const stateFolder = await mkdtemp(join(tmpdir(), 'localnet-test-'));
  const world = await inTurn(() => createWorld({ root: projectRoot(), stateFolder, port: 0, nodes: 5, workers: 1, ...options }));
  const programId = parseAddress(world.manifest.programId);
  return {
    world,
    // Tests of one world change what the ledger holds: each read asks it.
    reader: createLedgerReader({ rpcUrl: world.manifest.rpcUrl, programId, configTtlMs: 0, subscriptionTtlMs: 0, minRefreshIntervalMs: 0 }),
    client: createHttpClient({ baseUrl: world.manifest.gatewayUrl, fetch, timeoutMs: 30_000 }),
    async close() {
      await world.close();
      await rm(stateFolder, { recursive: true, force: true });
    },
  };
}

/** Starts a world before the first test of a file and closes it after the last. */
export function shareTestWorld(start: () => Promise<TestWorld>): () => TestWorld {
  let shared: TestWorld | undefined;
  beforeAll(async () => {
    shared = await start();
  });
  afterAll(() => shared?.close());
  return () => {
    if (shared === undefined) throw new Error('the world has not been started');
    return shared;
  };
}

let lastTimestampSeconds = 0;

/** Timestamp within the window of gateway and nodes; no two rounds of one file have the same. */
export function nextTimestampSeconds(): number {
  lastTimestampSeconds = Math.max(lastTimestampSeconds + 1, Math.floor(Date.now() / 1_000) - 200);
  return lastTimestampSeconds;
}

export interface RoundOptions {
  readonly quorum: number;
  readonly timestampSeconds?: number;
  readonly ownerKey?: SecretKey;
  readonly sourceUrl?: string;
  readonly apiConfig?: PriceRoundInput['apiConfig'];
  readonly apiConfigs?: PriceRoundInput['apiConfigs'];
}

export function prepareRound({ world }: TestWorld, options: RoundOptions): PriceRound {
  const { manifest } = world;
  return preparePriceRound({
    sourceUrl: options.sourceUrl ?? manifest.sources.price,
    ...(options.apiConfig === undefined ? {} : { apiConfig: options.apiConfig }),
    ...(options.apiConfigs === undefined ? {} : { apiConfigs: options.apiConfigs }),
    ownerKey: options.ownerKey ?? Uint8Array.from(manifest.keys.subscriptionOwner),
    signaturesRequired: options.quorum,
    registryVersion: manifest.registryVersion,
    timestampSeconds: options.timestampSeconds ?? nextTimestampSeconds(),
  });
}

export async function execute({ client }: TestWorld, round: PriceRound) {
  return client.call(operations.executeRound, { body: round.request });
}

export interface ServedRound {
  readonly round: PriceRound;
  readonly answer: FlatRoundResult;
  readonly roundId: string;
}

/** Executes a round that has to succeed. */
export async function serve(test: TestWorld, options: RoundOptions): Promise<ServedRound> {
  const round = prepareRound(test, options);
  const answer = await execute(test, round);
  expect(answer).toMatchObject({ status: 200 });
  if (answer.status !== 200) throw new Error('unreachable: the status was checked');
  return { round, answer: answer.body, roundId: answer.headers.get('x-round-id') ?? '' };
}

/** Waits until the round is settled, then checks that its receipt is of the very message that the nodes signed; answers the signers. */
export async function expectSettled(test: TestWorld, { round, answer, roundId }: ServedRound): Promise<readonly number[]> {
  const stateOf = async (): Promise<string> => {
    const record = await test.client.call(operations.getRound, { path: { roundId } });
    return record.status === 200 ? record.body.data.state : `status ${record.status}`;
  };
  await expect.poll(stateOf, { interval: 50 }).toBe('settled');
  const { deploymentId } = await test.reader.config();
  const registry = await test.reader.currentRegistry();
  const judgement = checkDemoAnswer({ answer, round, deploymentId, registry });
  const receipt = await test.reader.receipt(receiptAddress(test, round));
  expect(receipt.value?.message).toEqual(judgement.message);
  return judgement.signers;
}

export function receiptAddress({ world }: TestWorld, round: PriceRound) {
  return roundAddress({ programId: parseAddress(world.manifest.programId), feedOwner: round.owner, ...round });
}

/** Rounds left of a subscription, read past every cache. */
export async function roundsLeft({ reader }: TestWorld, owner: PriceRound['owner']): Promise<bigint> {
  const { value } = await reader.subscription(owner, { fresh: true });
  return value?.roundsLeft ?? -1n;
}

/** Number of successful transactions that name the round's receipt address: settlements are the only ones that do. */
export function settlementsOnLedger(test: TestWorld, round: PriceRound): number {
  return settlementsAt(test, receiptAddress(test, round));
}

export function settlementsAt({ world }: TestWorld, roundAccount: Address): number {
  const landed = world.ledger.transactions.naming(roundAccount, { limit: 100 });
  return landed.filter((transaction) => transaction.execution.err === null).length;
}

export async function control({ world }: TestWorld, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${world.manifest.controlUrl}${path}`, { method: 'POST', body: JSON.stringify(body) });
  expect([path, response.status, await response.text()]).toEqual([path, 200, expect.any(String)]);
}

export async function metric(url: string, line: RegExp): Promise<number> {
  const text = await (await fetch(url)).text();
  const found = text.split('\n').filter((candidate) => line.test(candidate));
  return found.reduce((sum, candidate) => sum + Number(candidate.split(' ').at(-1)), 0);
}
