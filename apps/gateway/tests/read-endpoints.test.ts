import { operations } from '@oracle-gateway/gateway-api';
import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { deriveDeploymentId, formatAddress, type RoundId, toHex } from '@oracle-gateway/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { post } from './fakes/post.js';
import { repeated } from './fakes/repeated.js';
import { encryptionPair } from './fakes/encryption-pair.js';
import { PROGRAM_ID, startWorld, type World } from './fakes/world.js';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

describe('GET /v1/nodes', () => {
  it('lists the nodes of the current registry with the registry key of each, without endpoints', async () => {
    const { body } = await world.http.call(operations.getNodes);
    if (!('data' in body)) throw new Error('expected the nodes');
    expect(body.data).toMatchObject({ registryVersion: 1, redundancyBuffer: 1, minSigners: 2 });
    expect(body.data.nodes.map(({ publicKey }) => publicKey)).toEqual(world.nodes.map(({ publicKey }) => toHex(publicKey)));
    expect(body.data.nodes[3]).toMatchObject({ index: 3, encryptionPublicKey: toHex(encryptionPair(3).publicKey) });
    expect(JSON.stringify(body)).not.toContain('127.0.0.1');
  });

  it('never pairs a key of the registry with the encryption key of another registration', async () => {
    const stranger = { publicKey: new Uint8Array(64).fill(9), encryptionKey: new Uint8Array(32).fill(9) };
    world.ledger.nodes = world.ledger.nodes.map((node) => (node.index === 2 ? { ...node, ...stranger } : node));
    const { body } = await world.http.call(operations.getNodes);
    if (!('data' in body)) throw new Error('expected the nodes');
    expect(body.data.nodes.map(({ index }) => index)).toEqual([0, 1, 3, 4]);
    expect(JSON.stringify(body)).not.toContain(toHex(stranger.encryptionKey));
  });

  it('leaves out a node that the registry has removed', async () => {
    const { registry } = world.ledger;
    world.ledger.registry = { ...registry, keys: registry.keys.map((key, index) => (index === 1 ? null : key)), active: 4 };
    const { body } = await world.http.call(operations.getNodes);
    expect('data' in body && body.data.nodes.map(({ index }) => index)).toEqual([0, 2, 3, 4]);
  });
});

describe('GET /v1/info', () => {
  it('says what is served and on which deployment', async () => {
    const { body } = await world.http.call(operations.getInfo);
    expect(body).toMatchObject({
      status: 'ok',
      data: {
        programId: formatAddress(PROGRAM_ID),
        deploymentId: toHex(deriveDeploymentId({ programId: PROGRAM_ID, network: world.config.network })),
        gatewayPda: formatAddress(world.gatewayPda),
        sessionAuth: false,
        sessionMaxTtlSeconds: 0,
        nodeCount: 5,
        paths: { subscription: true, x402: false, agent: true },
        prices: { subscriptionRoundBase: '5' },
        simulate: true,
        sourceLanguageLevel: 1,
        limits: { requestBytes: 65_536, timestampSkewSeconds: 300, concurrentRounds: 64, roundDeadlineMs: 25_000 },
      },
    });
  });

  it('is 503 with Retry-After when the ledger cannot be read, without the cause', async () => {
    world.ledger.failure = new LedgerUnavailableError('getAccountInfo', 'secret-rpc-detail');
    const answer = await world.http.call(operations.getInfo);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(JSON.stringify(answer.body)).not.toContain('secret-rpc-detail');
  });
});

describe('GET /v1/rounds/{roundId}', () => {
  it('repeats the result, which is no live round then, and follows the round to the ledger', async () => {
    const served = await post(world.url, world.subscriber().request());
    const roundId = served.headers.get('x-round-id') as RoundId;
    const pending = await world.http.call(operations.getRound, { path: { roundId } });
    expect(pending.body).toMatchObject({ data: { roundId, path: 'subscription', state: 'pending', result: repeated(served.body) } });

    const claim = await world.outbox.claim({ roundId, workerId: 'test', leaseMs: 10_000 });
    if (claim === null) throw new Error('a pending round can be claimed');
    await world.outbox.recordBroadcast(claim, { signature: '1'.repeat(64), lastValidBlockHeight: 9, wire: null });
    await world.outbox.settle(claim, { signature: '1'.repeat(64), slot: 321, seenAtSlot: 321, readings: [] });
    const settled = await world.http.call(operations.getRound, { path: { roundId } });
    expect(settled.body).toMatchObject({ data: { state: 'settled', settlement: { signature: '1'.repeat(64), slot: 321, final: false } } });

    await world.outbox.finalize({ roundId, seenAtSlot: 321 });
    const final = await world.http.call(operations.getRound, { path: { roundId } });
    expect(final.body).toMatchObject({ data: { state: 'settled', settlement: { final: true } } });
  });

  it('says why a round failed', async () => {
    for (const node of world.nodes) node.fault = 'upstream';
    const failed = await post(world.url, world.subscriber().request());
    const answer = await world.http.call(operations.getRound, { path: { roundId: failed.headers.get('x-round-id') ?? '' } });
    expect(answer.body).toMatchObject({ data: { state: 'failed', reason: 'upstream_failure' } });
  });
});

describe('GET /ready', () => {
  it('names a gateway that is not registered', async () => {
    world.ledger.gateway = null;
    const answer = await world.http.call(operations.getReady);
    expect([answer.status, answer.body]).toMatchObject([
      503,
      { code: 'not_ready', reasons: ['the ledger has no Gateway account whose authority is the key of this process'] },
    ]);
  });

  it('names a deactivated gateway', async () => {
    world.ledger.gateway = { ...world.ledger.gateway!, deactivatedAt: 5n };
    const { body } = await world.http.call(operations.getReady);
    expect(body).toMatchObject({ reasons: ['the gateway is deactivated on the ledger'] });
  });

  it('names too few usable nodes', async () => {
    world.ledger.nodes = world.ledger.nodes.map((node) => ({ ...node, endpoint: node.index === 0 ? node.endpoint : '' }));
    const { body } = await world.http.call(operations.getReady);
    expect(body).toMatchObject({ reasons: ['1 nodes have a usable endpoint, 2 are needed'] });
  });

  it('names a ledger that does not answer', async () => {
    world.ledger.failure = new LedgerUnavailableError('getAccountInfo', 'timed out');
    const { body } = await world.http.call(operations.getReady);
    expect(body).toMatchObject({
      reasons: ['the registry cannot be read from the ledger', 'the gateway account cannot be read from the ledger'],
    });
    const metrics = await world.metrics();
    expect(metrics).toContain('oracle_gateway_ready 0\n');
    expect(metrics).toContain('oracle_gateway_not_ready{reason="ledger"} 1\n');
    expect(metrics).toContain('oracle_gateway_not_ready{reason="outbox"} 0\n');
  });

  it('asks a load balancer to eject no process for what all processes share', async () => {
    world.ledger.failure = new LedgerUnavailableError('getAccountInfo', 'timed out');
    const statuses = await Promise.all(
      ['', '?for=traffic', '?for=people'].map(async (query) => (await fetch(`${world.url}/ready${query}`)).status),
    );
    expect(statuses).toEqual([503, 200, 503]);
  });

  it('is told by the metrics', async () => {
    const metrics = await world.metrics();
    expect(metrics).toContain('oracle_gateway_ready 1\n');
    expect(metrics).not.toMatch(/oracle_gateway_not_ready\{reason="\w+"\} 1/);
  });
});

describe('counters', () => {
  it('of rounds, answers and troubles are 0 before their first event', async () => {
    const metrics = await world.metrics();
    for (const series of [
      'oracle_gateway_rounds_total{path="subscription",outcome="completed"}',
      'oracle_gateway_rounds_total{path="subscription",outcome="node_timeout"}',
      'oracle_gateway_http_requests_total{operation="executeRound",status="200",code="",scope=""}',
      'oracle_gateway_http_requests_total{operation="executeRound",status="503",code="ledger_unavailable",scope=""}',
      'oracle_gateway_http_requests_total{operation="executeRound",status="503",code="at_capacity",scope="gateway"}',
      'oracle_gateway_outbox_troubles_total{action="contradiction"}',
      'oracle_gateway_share_refusals_total{resource="rounds",reason="full"}',
    ])
      expect(metrics).toContain(`${series} 0\n`);
  });

  it('of answers count each with its code', async () => {
    world.ledger.gateway = null;
    await post(world.url, world.subscriber().request());
    await expect
      .poll(() => world.metrics())
      .toContain('oracle_gateway_http_requests_total{operation="executeRound",status="503",code="gateway_inactive",scope=""} 1\n');
  });
});

describe('an inactive gateway', () => {
  it('serves no round, because none would be settled', async () => {
    world.ledger.gateway = null;
    const refused = await post(world.url, world.subscriber().request());
    expect([refused.status, refused.body['code'], refused.headers.get('x-round-id')]).toEqual([503, 'gateway_inactive', null]);
  });
});

describe('a fault of the gateway', () => {
  it('is 500 with a fixed message; the cause is in the log and nowhere else', async () => {
    world.ledger.failure = new Error('inner detail');
    const refused = await post(world.url, world.subscriber().request());
    expect([refused.status, refused.body]).toEqual([500, { error: 'internal error', code: 'internal', docUrl: '/docs/errors/internal' }]);
    expect(await world.log.line('internal error', 'inner detail')).toContain(refused.headers.get('x-request-id'));
  });
});
