import { type Answer, type CallOptions, type OperationName, operations, type Operations } from '@oracle-gateway/gateway-api';
import { builtInProvider } from '@oracle-gateway/providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Consumer } from './fakes/consumer.js';
import { serveTestFacilitator, type TestFacilitator } from './fakes/facilitator.js';
import { TOLERANCE_SOURCE } from './fakes/tolerance.js';
import { NETWORK, startWorld, type World } from './fakes/world.js';
import { x402Request } from './fakes/x402-payer.js';

/**
 * A call of an operation and the answer expected from the real application. The client checks every answer against the contract, so a case
 * only says which one it is. An operation without a case does not compile.
 */
type Call<T extends Operations[OperationName]> = { readonly options: CallOptions<T>; readonly status: Answer<T>['status'] };
type Case<T extends Operations[OperationName]> = () => Call<T> | Promise<Call<T>>;
type Cases = { readonly [Name in OperationName]: Readonly<Record<string, Case<Operations[Name]>>> };

let world: World;
let facilitator: TestFacilitator;
beforeAll(async () => {
  facilitator = await serveTestFacilitator(NETWORK);
  world = await startWorld({
    providers: [builtInProvider('coingecko')!],
    facilitator: { kind: 'remote', url: facilitator.url, headers: {} },
    overrides: { history: facilitator.history },
  });
});
afterAll(async () => {
  await world.close();
  await facilitator.close();
});

async function roundId(terms?: Parameters<Consumer['request']>[0]): Promise<string> {
  const answer = await world.http.call(operations.executeRound, { body: world.subscriber().request(terms) });
  return answer.headers.get('x-round-id') ?? '';
}

const cases: Cases = {
  executeRound: {
    'a good request': () => ({ options: { body: world.subscriber().request() }, status: 200 }),
    'a stale version': () => ({ options: { body: { ...world.subscriber().request(), registryVersion: 3 } }, status: 400 }),
    'a wrong signature': () => ({ options: { body: { ...world.subscriber().request(), authSig: '0x00' } }, status: 401 }),
    'no rounds left': () => ({ options: { body: world.subscriber({ roundsLeft: 0n }).request() }, status: 403 }),
  },
  executeAgentRound: {
    'a funded request': () => ({ options: { body: world.payer(100n).request() }, status: 200 }),
    'a wrong amount': () => ({ options: { body: { ...world.payer(100n).request(), amount: 1 } }, status: 400 }),
    'a wrong signature': () => ({ options: { body: { ...world.payer(100n).request(), agent_request_auth_sig: '0x00' } }, status: 401 }),
    'an escrow that nobody has funded': () => ({ options: { body: world.payer(null).request() }, status: 402 }),
    'a paused escrow': () => ({ options: { body: world.payer(100n, { pausedAt: 5n }).request() }, status: 403 }),
  },
  createSession: {
    'without a sign-in, where sessions are not served': () => ({ options: {}, status: 404 }),
  },
  deleteSession: {
    'where sessions are not served': () => ({ options: {}, status: 404 }),
  },
  executeX402Round: {
    'nothing at all, as indexers probe': () => ({ options: {}, status: 402 }),
    'a request without payment': () => ({ options: { body: x402Request() }, status: 402 }),
    'a source that is declared as paywalled': () => ({ options: { body: x402Request({ x402Source: true }) }, status: 402 }),
    'a stale version': () => ({ options: { body: x402Request({ registry_version: 3 }) }, status: 400 }),
  },
  probeX402Round: { always: () => ({ options: {}, status: 402 }) },
  getX402Resources: { always: () => ({ options: {}, status: 200 }) },
  getAgentStatus: {
    'a funded escrow': () => ({ options: { path: { payer: world.payer(100n).text }, query: { signatures_required: 3 } }, status: 200 }),
    'a malformed payer': () => ({ options: { path: { payer: 'l' } }, status: 400 }),
  },
  getAgentRounds: {
    'a payer without rounds': () => ({ options: { path: { payer: world.payer(100n).text } }, status: 200 }),
    'a malformed cursor': () => ({ options: { path: { payer: world.payer(100n).text }, query: { before: '!' } }, status: 400 }),
  },
  getHealth: { always: () => ({ options: {}, status: 200 }) },
  getReady: { 'with everything there': () => ({ options: {}, status: 200 }) },
  getNodes: { always: () => ({ options: {}, status: 200 }) },
  getProviders: { always: () => ({ options: {}, status: 200 }) },
  getProvider: {
    'an enabled provider': () => ({ options: { path: { providerId: 'coingecko' } }, status: 200 }),
    'a provider that is not enabled': () => ({ options: { path: { providerId: 'kraken' } }, status: 404 }),
  },
  getInfo: { always: () => ({ options: {}, status: 200 }) },
  getRound: {
    'a served round': async () => ({ options: { path: { roundId: await roundId() } }, status: 200 }),
    'an unknown round': () => ({ options: { path: { roundId: '1'.repeat(32) } }, status: 404 }),
    'a malformed id': () => ({ options: { path: { roundId: '0' } }, status: 400 }),
  },
  getRoundEvidence: {
    'a round of tolerance mode': async () => {
      const path = { roundId: await roundId({ signaturesRequired: 3, apiConfig: TOLERANCE_SOURCE }) };
      return { options: { path }, status: 200 };
    },
    'a round of exact mode': async () => ({ options: { path: { roundId: await roundId() } }, status: 404 }),
    'an unknown round': () => ({ options: { path: { roundId: '1'.repeat(32) } }, status: 404 }),
    'a malformed id': () => ({ options: { path: { roundId: '0' } }, status: 400 }),
  },
};

const rows = Object.entries(cases).flatMap(([name, byTitle]) =>
  Object.entries(byTitle).map(([title, prepare]) => ({
    name: name as OperationName,
    title,
    prepare: prepare as Case<Operations[OperationName]>,
  })),
);

describe('every operation answers as its contract says', () => {
  it.each(rows)('$name: $title', async ({ name, prepare }) => {
    const { options, status } = await prepare();
    const answer: { readonly status: number } = await world.http.call<Operations[OperationName]>(operations[name], options);
    expect(answer.status).toBe(status);
  });
});
