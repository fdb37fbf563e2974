import { readFileSync } from 'node:fs';
import { headersOf, type OperationName, operations, type Operations, type PaymentRequired } from '@oracle-gateway/gateway-api';
import type { OperationCallOptions } from '@oracle-gateway/gateway-api/testing';
import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import { deriveFeedId, deriveSourceId, parseApiConfig, toHex } from '@oracle-gateway/protocol';
import { builtInProvider } from '@oracle-gateway/providers';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { type Consumer, PRICE_SOURCE, type PublicationTerms, type SignInTerms } from './fakes/consumer.js';
import { startPaidWorld } from './fakes/paid-world.js';
import { startRedisProxy } from './fakes/redis-proxy.js';
import { contractHeaders } from './fakes/undeclared-answers.js';
import { TOLERANCE_SOURCE } from './fakes/tolerance.js';
import { NETWORK, PUBLIC_ORIGIN, startWorld, type World, type WorldOptions } from './fakes/world.js';
import { createX402Payer, type X402Payer, x402Request } from './fakes/x402-payer.js';

/** The state of the gateway in which an operation is called: the real application, in a world of its own. */
type Situation = keyof typeof situations;

/** A call of an operation; without options a well-formed one. The client checks every answer against the contract. */
interface Case<T extends Operations[OperationName]> {
  readonly in?: Situation;
  readonly options?: (world: World) => OperationCallOptions<T> | Promise<OperationCallOptions<T>>;
}

/** A status that another file brings about: the file under `tests/`, and the name of its test. */
interface Elsewhere {
  readonly file: string;
  readonly test: string;
}

/** An operation without cases does not compile, and no declared status without a case or the test that has it. */
type Cases = {
  readonly [Name in OperationName]: {
    readonly [Status in keyof Operations[Name]['responses']]: Readonly<Record<string, Case<Operations[Name]>>> | Elsewhere;
  };
};

const SIGN_IN_TERMS: SignInTerms = { domain: new URL(PUBLIC_ORIGIN).host, uri: `${PUBLIC_ORIGIN}/v1/session`, chainId: NETWORK };
const EVERYTHING: WorldOptions = {
  providers: [builtInProvider('coingecko')!],
  sessions: { enabled: true },
  snapshots: { enabled: true },
  publicFeeds: { enabled: true },
  server: { publicOrigin: PUBLIC_ORIGIN },
};
const closing: (() => Promise<void>)[] = [];

async function open(options: WorldOptions): Promise<World> {
  const world = await startWorld(options);
  closing.push(() => world.close());
  return world;
}

/** A world with everything that can be enabled. */
async function openEverything(changes: WorldOptions = {}): Promise<World> {
  const { world, close } = await startPaidWorld({ ...EVERYTHING, ...changes });
  closing.push(close);
  return world;
}

const situations = {
  everythingEnabled: () => openEverything(),
  nothingEnabled: () => open({ agent: { enabled: false }, simulate: { enabled: false } }),
  rateLimited: async () => {
    const rateLimits = { roundsPerMinute: 1, signInsPerMinute: 1, readsPerMinute: 1 };
    const nowMs = Date.now();
    const world = await openEverything({ server: { publicOrigin: PUBLIC_ORIGIN, rateLimits }, overrides: { nowMs: () => nowMs } });
    for (const operation of [operations.executeX402Round, operations.createSession, operations.getInfo]) await world.http.call(operation);
    return world;
  },
  ledgerSilent: async () => {
    const world = await openEverything();
    world.ledger.failure = new LedgerUnavailableError('getAccountInfo', 'timed out');
    return world;
  },
  ledgerReadFaulty: async () => {
    const world = await openEverything();
    world.ledger.failure = new Error('not one of the declared errors');
    return world;
  },
  ledgerWithoutPrice: async () => {
    const world = await openEverything();
    const { config } = world.ledger;
    world.ledger.config = { ...config, prices: { ...config.prices, x402RoundBase: 0n, rewardPerSignature: 0n } };
    return world;
  },
  outboxGone: async () => {
    const proxy = await startRedisProxy(inject('redisUrl'));
    const world = await openEverything({ redisUrl: proxy.url });
    await proxy.close();
    return world;
  },
};

const worlds = new Map<Situation, Promise<World>>();
function worldIn(situation: Situation): Promise<World> {
  const world = worlds.get(situation) ?? situations[situation]();
  worlds.set(situation, world);
  return world;
}
afterAll(async () => {
  await Promise.allSettled(worlds.values());
  await Promise.all(closing.map((close) => close()));
});

const UNKNOWN_ROUND = { path: { roundId: '1'.repeat(32) } };
const NO_FEED = `0x${'00'.repeat(32)}`;
const MALFORMED_FEED = { path: { feedId: '0x00' } };
const CACHED = { 'If-None-Match': '*' };
const MALFORMED_ROUND = { path: { roundId: '0' } };
const BEARER = { headers: { Authorization: `Bearer ${'A'.repeat(43)}` } };

function signInOf(consumer: Consumer): { readonly headers: Record<string, string> } {
  return { headers: { 'SIGN-IN-WITH-X': consumer.signIn(SIGN_IN_TERMS) } };
}

/** A request that fits the contract; it is served where everything is enabled and an account is good for it. */
const wellFormed: { readonly [Name in OperationName]: (world: World) => OperationCallOptions<Operations[Name]> } = {
  executeRound: (world) => ({ body: world.subscriber().request() }),
  executeAgentRound: (world) => ({ body: world.payer(100n).request() }),
  executeX402Round: () => ({ body: x402Request() }),
  createSession: (world) => signInOf(world.subscriber()),
  deleteSession: () => BEARER,
  getAgentStatus: (world) => ({ path: { payer: world.payer(100n).text }, query: { signatures_required: 3 } }),
  getAgentRounds: (world) => ({ path: { payer: world.payer(100n).text } }),
  getSubscriptionStatus: (world) => ({ path: { owner: world.subscriber().text }, query: { signaturesRequired: 3 } }),
  getSubscriptionRounds: (world) => ({ path: { owner: world.subscriber().text } }),
  getFeedRounds: () => ({ path: { feedId: NO_FEED } }),
  getUsage: (world) => usageOf(world, world.subscriber()),
  getFeeds: () => ({}),
  getFeed: () => ({ path: { feedId: NO_FEED } }),
  getFeedStream: () => ({ path: { feedId: NO_FEED } }),
  getFeedHistory: () => ({ path: { feedId: NO_FEED } }),
  getFeedHistoryCsv: () => ({ path: { feedId: NO_FEED } }),
  publishFeed: (world) => publicationOf(world, world.subscriber()),
  getX402Payment: () => paymentReadOf(createX402Payer(), '1'.repeat(64)),
  getHealth: () => ({}),
  getReady: () => ({}),
  getNodes: () => ({}),
  getRegistrySnapshot: () => ({}),
  getInfo: () => ({}),
  getOpenApi: () => ({}),
  getLlmsText: () => ({}),
  getProviders: () => ({}),
  getProvider: () => ({ path: { providerId: 'coingecko' } }),
  getRound: () => UNKNOWN_ROUND,
  getRoundEvents: () => UNKNOWN_ROUND,
  getRoundEvidence: () => UNKNOWN_ROUND,
  getX402Resources: () => ({}),
  probeX402Round: () => ({}),
  simulate: () => ({ body: { apiConfig: PRICE_SOURCE } }),
};

const always = { always: {} };
const limited = { 'a second request of the same address': { in: 'rateLimited' } } as const;
const notEnabled = { 'where it is not enabled': { in: 'nothingEnabled' } } as const;
const ledgerSilent = { 'a ledger that does not answer': { in: 'ledgerSilent' } } as const;
const outboxGone = { 'an outbox that does not answer': { in: 'outboxGone' } } as const;
const faulty = { 'an error that nothing expects': { in: 'ledgerReadFaulty' } } as const;
/** These read nothing but what a test cannot make faulty; every operation answers an unexpected error by the same code. */
const anyFault: Elsewhere = {
  file: 'read-endpoints.test.ts',
  test: 'is 500 with a fixed message; the cause is in the log and nowhere else',
};
const readOfPrivateRound: Elsewhere = { file: 'private-results.test.ts', test: 'is refused with %s' };
const tooLarge = { 'a body of more than 64 KiB': { options: () => ({ body: { padding: 'x'.repeat(65_536) } as never }) } };

function dryRunOf(world: World, consumer: Consumer): OperationCallOptions<Operations['simulate']> {
  const { deploymentId } = world.ledger.config;
  const Authorization = consumer.simulateAuthorization({ deploymentId, gateway: world.gatewayPda, apiConfig: PRICE_SOURCE });
  return { body: { apiConfig: PRICE_SOURCE }, headers: { Authorization } };
}

async function roundId(world: World, terms?: Parameters<Consumer['request']>[0]): Promise<string> {
  const answer = await world.http.call(operations.executeRound, { body: world.subscriber().request(terms) });
  return answer.headers.get('x-round-id') ?? '';
}

function publicationOf(
  world: World,
  owner: Consumer,
  terms: Partial<PublicationTerms> = {},
): OperationCallOptions<Operations['publishFeed']> {
  const sourceId = deriveSourceId(parseApiConfig(PRICE_SOURCE));
  const feedId = toHex(deriveFeedId({ owner: owner.address, sourceId, signaturesRequired: 2 }));
  return { path: { feedId }, body: owner.publication({ feedId, gateway: world.gatewayPda, ...terms }) };
}

/** A feed that its owner has opened. */
async function openFeed(world: World): Promise<{ readonly path: { readonly feedId: string } }> {
  const owner = world.subscriber();
  await world.http.call(operations.executeRound, { body: owner.request() });
  const publication = publicationOf(world, owner);
  expect((await world.http.call(operations.publishFeed, publication)).status).toBe(200);
  return { path: { feedId: publication.path?.feedId ?? '' } };
}

async function failedRoundId(world: World): Promise<string> {
  const roundId = sampleRoundId();
  const reserved = await world.outbox.reserve({ path: 'subscription', roundId, holds: [], deadlineMs: 60_000, maxInFlight: 1_000 });
  if (reserved.outcome !== 'reserved') throw new Error('not reserved');
  await world.outbox.fail({ roundId, token: reserved.token, reason: 'upstream_failure' });
  return roundId;
}

function usageOf(world: World, owner: Consumer): OperationCallOptions<Operations['getUsage']> {
  return { path: { owner: owner.text }, headers: { Authorization: owner.usageAuthorization(world.gatewayPda) } };
}

function paymentReadOf(payer: X402Payer, signature: string): OperationCallOptions<Operations['getX402Payment']> {
  return { path: { signature }, headers: { Authorization: payer.readAuthorization(signature) } };
}

/** The question of a payer for what it has paid for. */
async function paidBefore(world: World): Promise<OperationCallOptions<Operations['getX402Payment']>> {
  const payer = createX402Payer();
  const { headers } = await world.http.call(operations.executeX402Round, await paidRequest(world, payer));
  const receipt = JSON.parse(Buffer.from(headers.get('payment-response') ?? '', 'base64').toString()) as { transaction: string };
  return paymentReadOf(payer, receipt.transaction);
}

/** A request of the pay-per-request path with a payment on its terms. */
async function paidRequest(world: World, payer = createX402Payer()): Promise<OperationCallOptions<Operations['executeX402Round']>> {
  const body = x402Request();
  const refused = await world.http.call(operations.executeX402Round, { body });
  const { accepts }: Partial<PaymentRequired> = refused.status === 402 ? refused.body : {};
  if (accepts?.[0] === undefined) throw new Error('a request without payment is told the terms');
  return { body, headers: { 'payment-signature': payer.pay(accepts[0]) } };
}

/** The same request once more, after it was served. */
async function again<T extends Operations[OperationName]>(
  world: World,
  operation: T,
  options: OperationCallOptions<T>,
): Promise<OperationCallOptions<T>> {
  const answer: { readonly status: number } = await world.http.call<Operations[OperationName]>(operation, options);
  expect(answer.status).toBe(200);
  return options;
}

const cases: Cases = {
  executeRound: {
    200: { 'a good request': {} },
    400: { 'a stale version': { options: (world) => ({ body: { ...world.subscriber().request(), registryVersion: 3 } }) } },
    401: { 'a wrong signature': { options: (world) => ({ body: { ...world.subscriber().request(), authSig: '0x00' } }) } },
    403: { 'no rounds left': { options: (world) => ({ body: world.subscriber({ roundsLeft: 0n }).request() }) } },
    409: { 'a replay': { options: (world) => again(world, operations.executeRound, wellFormed.executeRound(world)) } },
    413: tooLarge,
    429: limited,
    500: faulty,
    503: ledgerSilent,
  },
  executeAgentRound: {
    200: { 'a funded request': {} },
    400: { 'a wrong amount': { options: (world) => ({ body: { ...world.payer(100n).request(), amount: 1 } }) } },
    401: { 'a wrong signature': { options: (world) => ({ body: { ...world.payer(100n).request(), agent_request_auth_sig: '0x00' } }) } },
    402: { 'an escrow without funds': { options: (world) => ({ body: world.payer(null).request() }) } },
    403: { 'a paused escrow': { options: (world) => ({ body: world.payer(100n, { pausedAt: 5n }).request() }) } },
    404: notEnabled,
    409: { 'a replay': { options: (world) => again(world, operations.executeAgentRound, wellFormed.executeAgentRound(world)) } },
    413: tooLarge,
    429: limited,
    500: faulty,
    503: ledgerSilent,
  },
  executeX402Round: {
    200: { 'a paid request': { options: (world) => paidRequest(world) } },
    400: { 'a stale version': { options: () => ({ body: x402Request({ registry_version: 3 }) }) } },
    402: {
      'nothing at all, as indexers probe': { options: () => ({}) },
      'a request without payment': {},
      'a source that is declared as paywalled': { options: () => ({ body: x402Request({ x402Source: true }) }) },
    },
    404: notEnabled,
    409: { 'a payment that was used': { options: async (world) => again(world, operations.executeX402Round, await paidRequest(world)) } },
    413: tooLarge,
    429: limited,
    500: faulty,
    503: ledgerSilent,
  },
  createSession: {
    200: { 'a sign-in of an owner': {} },
    400: { 'a header that is no sign-in': { options: () => ({ headers: { 'SIGN-IN-WITH-X': 'e30=' } }) } },
    401: { 'without a sign-in': { options: () => ({}) } },
    403: { 'a key that owns nothing': { options: (world) => signInOf(world.delegateOf(world.subscriber())) } },
    404: { 'without a sign-in, where sessions are not served': { in: 'nothingEnabled', options: () => ({}) } },
    413: tooLarge,
    429: limited,
    500: faulty,
    503: ledgerSilent,
  },
  deleteSession: {
    200: {
      'an open session': {
        options: async (world) => {
          const answer = await world.http.call(operations.createSession, signInOf(world.subscriber()));
          if (answer.status !== 200) throw new Error('an owner is signed in');
          return { headers: { Authorization: `Bearer ${answer.body.data.token}` } };
        },
      },
    },
    401: { 'a token of no session': {} },
    404: { 'where sessions are not served': { in: 'nothingEnabled', options: () => ({}) } },
    429: limited,
    500: anyFault,
    503: outboxGone,
  },
  getAgentStatus: {
    200: { 'a funded escrow': {} },
    400: { 'a malformed payer': { options: () => ({ path: { payer: 'l' } }) } },
    404: notEnabled,
    429: limited,
    500: faulty,
    503: ledgerSilent,
  },
  getAgentRounds: {
    200: { 'a payer without rounds': {} },
    400: { 'a malformed cursor': { options: (world) => ({ ...wellFormed.getAgentRounds(world), query: { before: '!' } }) } },
    404: notEnabled,
    429: limited,
    500: anyFault,
    503: outboxGone,
  },
  getSubscriptionStatus: {
    200: {
      'an owner': {},
      'a key without a subscription': { options: () => ({ path: { owner: createX402Payer().text } }) },
      'a delegate': {
        options: (world) => {
          const owner = world.subscriber();
          return { path: { owner: owner.text }, query: { consumerAuthority: world.delegateOf(owner).text } };
        },
      },
    },
    400: { 'a malformed owner': { options: () => ({ path: { owner: 'l' } }) } },
    429: limited,
    500: faulty,
    503: ledgerSilent,
  },
  getSubscriptionRounds: {
    200: { 'an owner without rounds': {} },
    400: { 'a malformed cursor': { options: (world) => ({ ...wellFormed.getSubscriptionRounds(world), query: { before: '!' } }) } },
    429: limited,
    500: anyFault,
    503: outboxGone,
  },
  getFeedRounds: {
    200: { 'a feed without rounds': {} },
    400: { 'a malformed feed': { options: () => ({ path: { feedId: '0x00' } }) } },
    429: limited,
    500: anyFault,
    503: outboxGone,
  },
  getUsage: {
    200: { 'an owner that was charged nothing': {} },
    400: { 'a malformed month': { options: (world) => ({ ...wellFormed.getUsage(world), query: { month: '2026-13' } }) } },
    401: { 'without an authorization': { options: (world) => ({ path: { owner: world.subscriber().text } }) } },
    429: limited,
    500: anyFault,
    503: outboxGone,
  },
  getFeeds: {
    200: always,
    304: { 'a state that the caller has': { options: () => ({ headers: CACHED }) } },
    429: limited,
    500: anyFault,
    503: outboxGone,
  },
  getFeed: {
    200: { 'an open feed': { options: openFeed } },
    304: { 'a state that the caller has': { options: async (world) => ({ ...(await openFeed(world)), headers: CACHED }) } },
    400: { 'a malformed feed': { options: () => MALFORMED_FEED } },
    404: { 'a feed that is not open': {}, ...notEnabled },
    429: limited,
    500: anyFault,
    503: outboxGone,
  },
  getFeedStream: {
    200: { file: 'public-feeds.test.ts', test: 'tells the latest answer, then each that follows, and ends once the feed is closed' },
    400: { 'a malformed feed': { options: () => MALFORMED_FEED } },
    404: { 'a feed that is not open': {}, ...notEnabled },
    429: limited,
    500: anyFault,
    503: outboxGone,
  },
  getFeedHistory: {
    200: { 'an open feed': { options: openFeed } },
    304: { 'a state that the caller has': { options: async (world) => ({ ...(await openFeed(world)), headers: CACHED }) } },
    400: { 'a malformed feed': { options: () => MALFORMED_FEED } },
    404: { 'a feed that is not open': {}, ...notEnabled },
    429: limited,
    500: anyFault,
    503: outboxGone,
  },
  getFeedHistoryCsv: {
    200: { 'an open feed': { options: openFeed } },
    304: { 'a state that the caller has': { options: async (world) => ({ ...(await openFeed(world)), headers: CACHED }) } },
    400: { 'a malformed feed': { options: () => MALFORMED_FEED } },
    404: { 'a feed that is not open': {}, ...notEnabled },
    429: limited,
    500: anyFault,
    503: outboxGone,
  },
  publishFeed: {
    200: { 'a feed that is closed again': { options: (world) => publicationOf(world, world.subscriber(), { action: 'close' }) } },
    400: { 'a malformed feed': { options: (world) => ({ ...wellFormed.publishFeed(world), ...MALFORMED_FEED }) } },
    401: { 'a text of long ago': { options: (world) => publicationOf(world, world.subscriber(), { timestamp: 1 }) } },
    403: { 'a feed without a round': {} },
    404: notEnabled,
    409: {
      'a text once more': {
        options: (world) => again(world, operations.publishFeed, publicationOf(world, world.subscriber(), { action: 'close' })),
      },
    },
    413: {
      'a body of more than 64 KiB': { options: () => ({ path: { feedId: NO_FEED }, body: { padding: 'x'.repeat(65_536) } as never }) },
    },
    429: limited,
    500: anyFault,
    503: outboxGone,
  },
  getX402Payment: {
    200: { 'a payment of the caller': { options: paidBefore } },
    400: { 'a malformed signature': { options: () => ({ path: { signature: '0' } }) } },
    401: { 'without an authorization': { options: () => ({ path: { signature: '1'.repeat(64) } }) } },
    404: { 'a payment that paid for nothing here': {}, ...notEnabled },
    429: limited,
    500: anyFault,
    503: outboxGone,
  },
  getHealth: { 200: always },
  getReady: { 200: { 'with everything there': {} }, 503: ledgerSilent },
  getNodes: { 200: always, 429: limited, 500: faulty, 503: ledgerSilent },
  getRegistrySnapshot: {
    200: {
      file: 'registry-snapshots.test.ts',
      test: 'are signed by more than two thirds of the nodes, and verify with the keys of the ledger',
    },
    400: { 'a version that is no number': { options: () => ({ query: { signerVersion: 0 } }) } },
    404: { ...notEnabled, 'signers that no version has': { options: () => ({ query: { signerVersion: 9 } }) } },
    429: limited,
    500: { file: 'registry-snapshots.test.ts', test: 'are verified before they are served: one that was changed in the store is not' },
    503: outboxGone,
  },
  getProviders: { 200: always, 429: limited, 500: anyFault },
  getProvider: {
    200: { 'an enabled provider': {} },
    404: { 'a provider that is not enabled': { options: () => ({ path: { providerId: 'kraken' } }) } },
    429: limited,
    500: anyFault,
  },
  getOpenApi: {
    200: always,
    304: { 'a version that the caller has': { options: () => ({ headers: { 'If-None-Match': '*' } }) } },
    429: limited,
    500: anyFault,
  },
  getLlmsText: {
    200: always,
    304: { 'a version that the caller has': { options: () => ({ headers: { 'If-None-Match': '*' } }) } },
    429: limited,
    500: anyFault,
  },
  getInfo: { 200: always, 429: limited, 500: faulty, 503: ledgerSilent },
  getRound: {
    200: { 'a served round': { options: async (world) => ({ path: { roundId: await roundId(world) } }) } },
    400: { 'a malformed id': { options: () => MALFORMED_ROUND } },
    401: readOfPrivateRound,
    404: { 'an unknown round': {} },
    429: limited,
    500: anyFault,
    503: outboxGone,
  },
  getRoundEvents: {
    200: { 'a round that has failed': { options: async (world) => ({ path: { roundId: await failedRoundId(world) } }) } },
    204: {
      'its last event was read': {
        options: async (world) => ({ path: { roundId: await failedRoundId(world) }, headers: { 'Last-Event-ID': '8' } }),
      },
    },
    400: { 'a malformed id': { options: () => MALFORMED_ROUND } },
    401: { file: 'round-events.test.ts', test: 'a private round is refused with a credential of another, and shows no result without one' },
    404: { 'an unknown round': {} },
    429: limited,
    500: anyFault,
    503: outboxGone,
  },
  getRoundEvidence: {
    200: {
      'a round of tolerance mode': {
        options: async (world) => ({ path: { roundId: await roundId(world, { signaturesRequired: 3, apiConfig: TOLERANCE_SOURCE }) } }),
      },
    },
    400: { 'a malformed id': { options: () => MALFORMED_ROUND } },
    401: readOfPrivateRound,
    404: {
      'a round of exact mode': { options: async (world) => ({ path: { roundId: await roundId(world) } }) },
      'an unknown round': {},
    },
    429: limited,
    500: anyFault,
    503: outboxGone,
  },
  getX402Resources: { 200: always, 404: notEnabled, 429: limited, 500: faulty, 503: ledgerSilent },
  probeX402Round: {
    400: { 'a ledger that names no price': { in: 'ledgerWithoutPrice' } },
    402: always,
    404: notEnabled,
    429: limited,
    500: faulty,
    503: ledgerSilent,
  },
  simulate: {
    200: {
      'a stranger': {},
      'an owner': { options: (world) => dryRunOf(world, world.subscriber()) },
    },
    400: { 'a quorum of more nodes than there are': { options: () => ({ body: { apiConfig: PRICE_SOURCE, signaturesRequired: 64 } }) } },
    401: { 'a token of no session': { options: () => ({ body: { apiConfig: PRICE_SOURCE }, ...BEARER }) } },
    403: { 'a key without rounds': { options: (world) => dryRunOf(world, world.subscriber({ roundsLeft: 0n })) } },
    404: { 'where it is not enabled': { in: 'nothingEnabled' } },
    413: tooLarge,
    429: limited,
    500: faulty,
    503: ledgerSilent,
  },
};

type AnyCases = Readonly<Record<string, Case<Operations[OperationName]>>>;

const declared = Object.entries(cases).flatMap(([name, byStatus]) =>
  Object.entries(byStatus as Readonly<Record<string, AnyCases | Elsewhere>>).map(([status, found]) => ({
    name: name as OperationName,
    status: Number(status),
    found,
  })),
);

function isElsewhere(found: AnyCases | Elsewhere): found is Elsewhere {
  return typeof found['file'] === 'string';
}

const rows = declared.flatMap(({ name, status, found }) =>
  isElsewhere(found) ? [] : Object.entries(found).map(([title, call]) => ({ name, status, title, call })),
);

describe('every operation answers as its contract says', () => {
  it.each(rows)(
    '$name: $title',
    async ({ name, status, call }) => {
      const world = await worldIn(call.in ?? 'everythingEnabled');
      const options = await (call.options ?? wellFormed[name])(world);
      const answer: { readonly status: number; readonly headers: Headers } = await world.http.call<Operations[OperationName]>(
        operations[name],
        options,
      );
      expect(answer.status).toBe(status);
      const headers = Object.entries(headersOf(operations[name], status));
      const always = headers.flatMap(([header, spec]) => (typeof spec === 'string' ? [] : [header]));
      expect(
        always.filter((header) => !answer.headers.has(header)),
        'always sent, and not here',
      ).toEqual([]);
      const undeclared = contractHeaders(answer.headers).filter((header) => !headers.some(([declared]) => declared === header));
      expect(undeclared, 'sent, and not declared').toEqual([]);
    },
    20_000,
  );

  it('with every status that it declares', () => {
    const statusesOf = (name: OperationName): string[] => Object.keys(operations[name].responses);
    expect(declared.map(({ name, status }) => `${name} ${status}`).sort()).toEqual(
      Object.keys(cases)
        .flatMap((name) => statusesOf(name as OperationName).map((status) => `${name} ${status}`))
        .sort(),
    );
  });

  it('or names the test that brings it about', () => {
    const named = declared.flatMap(({ found }) => (isElsewhere(found) ? [found] : []));
    for (const { file, test } of named) {
      expect(readFileSync(new URL(file, import.meta.url), 'utf8'), `${file}: ${test}`).toContain(`'${test}'`);
    }
  });
});
