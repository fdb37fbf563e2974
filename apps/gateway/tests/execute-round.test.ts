import type { ExecuteRoundRequest } from '@oracle-gateway/gateway-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRICE_SOURCE } from './fakes/consumer.js';
import { post } from './fakes/post.js';
import { PROGRAM_ID, startWorld, type World } from './fakes/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** One refusal: what is sent instead of a good request, and what is answered. */
interface Row {
  readonly rule: string;
  readonly change: (request: ExecuteRoundRequest) => unknown;
  readonly status: number;
  readonly code: string;
  /** Text that the message must name. */
  readonly names?: string;
}

function config(changes: object) {
  return (request: ExecuteRoundRequest) => ({ ...request, apiConfig: { ...request.apiConfig, ...changes } });
}
function members(changes: object) {
  return (request: ExecuteRoundRequest) => ({ ...request, ...changes });
}
const aggregation = { mode: 'tolerance', rule: 'median', maxDeviationBps: 20, maxAgeMs: 5_000, numeric: { type: 'int256', decimals: 2 } };
const bundle = { ephemeralPub: '00'.repeat(32), nonceSym: '00'.repeat(12), ciphertext: '00'.repeat(16), envelopes: {} };

const BAD_REQUESTS: readonly Row[] = [
  { rule: 'a body is JSON', change: () => '{"a":', status: 400, code: 'malformed_body' },
  { rule: 'a body is an object', change: () => [], status: 400, code: 'invalid_request', names: 'body' },
  { rule: 'a member occurs once', change: () => '{"timestamp":1,"timestamp":1}', status: 400, code: 'malformed_body' },
  {
    rule: 'a source writes integers as integers, because it is hashed',
    change: (r) => JSON.stringify({ ...r, apiConfig: { ...r.apiConfig, aggregation } }).replace(':20,', ':20.0,'),
    status: 400,
    code: 'malformed_body',
  },
  {
    rule: 'a number that is no integer is refused',
    change: (r) => JSON.stringify(r).replace(':2,', ':2.5,'),
    status: 400,
    code: 'malformed_body',
  },
  { rule: 'unknown members are refused', change: members({ extra: 1 }), status: 400, code: 'invalid_request', names: 'extra' },
  {
    rule: 'members are required',
    change: members({ timestamp: undefined }),
    status: 400,
    code: 'invalid_request',
    names: 'timestamp: is required',
  },
  {
    rule: 'a consumer is a base58 key',
    change: members({ consumerAuthority: 'l0l' }),
    status: 400,
    code: 'invalid_request',
    names: 'consumerAuthority',
  },
  {
    rule: 'an owner has 32 bytes',
    change: members({ subscriptionOwner: 'z'.repeat(44) }),
    status: 400,
    code: 'invalid_request',
    names: 'subscriptionOwner',
  },
  {
    rule: 'a url is http or https',
    change: config({ url: 'ftp://example.com/' }),
    status: 400,
    code: 'invalid_request',
    names: 'apiConfig.url',
  },
  {
    rule: 'a method is one of the list',
    change: config({ method: 'get' }),
    status: 400,
    code: 'invalid_request',
    names: 'apiConfig.method',
  },
  {
    rule: 'header names follow RFC 9110',
    change: config({ headers: { 'a b': 'c' } }),
    status: 400,
    code: 'invalid_request',
    names: 'apiConfig.headers',
  },
  {
    rule: 'responseParser is JSONPath',
    change: config({ responseParser: '$[' }),
    status: 400,
    code: 'invalid_request',
    names: 'apiConfig.responseParser',
  },
  {
    rule: 'a null member is no absent member',
    change: config({ headers: null }),
    status: 400,
    code: 'invalid_request',
    names: 'apiConfig.headers',
  },
  {
    rule: 'exact is no aggregation mode',
    change: config({ aggregation: { ...aggregation, mode: 'exact' } }),
    status: 400,
    code: 'invalid_request',
    names: 'mode',
  },
  {
    rule: 'tolerance mode needs a quorum of three',
    change: config({ aggregation }),
    status: 400,
    code: 'quorum_out_of_range',
    names: 'signaturesRequired',
  },
  {
    rule: 'secrets without a placeholder are refused',
    change: members({ encKeyBundle: bundle }),
    status: 400,
    code: 'invalid_request',
    names: 'encKeyBundle: must come with',
  },
  {
    rule: 'a placeholder without a bundle is refused',
    change: config({ headers: { 'X-Key': '{{secret.key}}' } }),
    status: 400,
    code: 'invalid_request',
    names: 'encKeyBundle: is required',
  },
  {
    rule: 'loopback is no public source',
    change: config({ url: 'http://127.0.0.1:8080/' }),
    status: 400,
    code: 'source_not_public',
    names: 'apiConfig.url',
  },
  {
    rule: 'loopback in disguise is refused too',
    change: config({ url: 'http://[::ffff:7f00:1]/' }),
    status: 400,
    code: 'source_not_public',
  },
  {
    rule: 'a metadata address is no public source',
    change: config({ url: 'http://169.254.169.254/' }),
    status: 400,
    code: 'source_not_public',
  },
  { rule: 'IPv6 loopback is no public source', change: config({ url: 'http://[::1]/' }), status: 400, code: 'source_not_public' },
  {
    rule: 'a quorum is at least min_signers',
    change: members({ signaturesRequired: 1 }),
    status: 400,
    code: 'quorum_out_of_range',
    names: 'signaturesRequired',
  },
  { rule: 'a quorum is at most the node count', change: members({ signaturesRequired: 6 }), status: 400, code: 'quorum_out_of_range' },
  {
    rule: 'a registry version is the current one',
    change: members({ registryVersion: 2 }),
    status: 400,
    code: 'stale_registry_version',
    names: 'registryVersion',
  },
  {
    rule: 'a timestamp is not too old',
    change: members({ timestamp: now() - 302 }),
    status: 400,
    code: 'timestamp_out_of_range',
    names: 'timestamp',
  },
  {
    rule: 'a timestamp is not too new',
    change: members({ timestamp: now() + 360 }),
    status: 400,
    code: 'timestamp_out_of_range',
    names: 'timestamp',
  },
];

const BAD_CREDENTIALS: readonly Row[] = [
  { rule: 'authSig is needed', change: members({ authSig: undefined }), status: 401, code: 'auth_sig_missing' },
  { rule: 'an all-zero authSig is refused', change: members({ authSig: `0x${'00'.repeat(64)}` }), status: 401, code: 'auth_sig_invalid' },
  { rule: 'an undecodable authSig is refused', change: members({ authSig: 'not a signature' }), status: 401, code: 'auth_sig_invalid' },
  {
    rule: 'an endless authSig is refused without decoding it',
    change: members({ authSig: 'z'.repeat(50_000) }),
    status: 401,
    code: 'auth_sig_invalid',
  },
  { rule: 'hex has all its digits', change: (r) => ({ ...r, authSig: r.authSig?.slice(4) }), status: 401, code: 'auth_sig_invalid' },
  { rule: 'authSig binds the time', change: (r) => ({ ...r, timestamp: r.timestamp - 1 }), status: 401, code: 'auth_sig_invalid' },
  { rule: 'authSig binds the quorum', change: members({ signaturesRequired: 3 }), status: 401, code: 'auth_sig_invalid' },
  { rule: 'authSig binds the source', change: config({ url: 'https://api.example.com/other' }), status: 401, code: 'auth_sig_invalid' },
  {
    rule: 'authSig is by consumerAuthority',
    change: (r) => ({ ...r, consumerAuthority: world.subscriber().text }),
    status: 401,
    code: 'auth_sig_invalid',
  },
  {
    rule: 'the credential is judged before the authority',
    change: (r) => ({ ...r, subscriptionOwner: world.subscriber().text, authSig: undefined }),
    status: 401,
    code: 'auth_sig_missing',
  },
  {
    rule: 'terms are judged before the credential',
    change: members({ authSig: undefined, registryVersion: 9 }),
    status: 400,
    code: 'stale_registry_version',
  },
  {
    rule: 'a consumer other than the owner is refused',
    change: (r) => ({ ...r, subscriptionOwner: world.subscriber().text }),
    status: 403,
    code: 'consumer_not_authorised',
  },
];

describe('refusals of subscription execute', () => {
  it.each([...BAD_REQUESTS, ...BAD_CREDENTIALS])('$rule ($status $code)', async ({ change, status, code, names }) => {
    const request = world.subscriber().request();
    const answer = await post(world.url, change(request));
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
    if (status === 400) expect(answer.body['error']).toMatch(/^validation failed: /);
    expect(answer.body['error']).toContain(names ?? '');
    expect(answer.headers.get('x-round-id')).toBeNull();
  });

  it('a stale version names the current one and asks the ledger once before it is refused', async () => {
    const before = world.ledger.refreshes;
    const answer = await post(world.url, { ...world.subscriber().request(), registryVersion: 7 });
    expect(answer.body['registryVersion']).toBe(1);
    expect(world.ledger.refreshes).toBe(before + 1);
  });

  it('a version newer than the cached one is served after the refresh', async () => {
    world.ledger.cachedRegistry = { ...world.ledger.registry, version: 0n };
    const { status } = await post(world.url, world.subscriber().request());
    expect(status).toBe(200);
  });

  it.each(['Bearer token', 'Basic dXNlcg==', 'Bearer'])(
    'any Authorization header is 401 beside a good authSig: %s',
    async (authorization) => {
      const answer = await post(world.url, world.subscriber().request(), { authorization });
      expect([answer.status, answer.body['code']]).toEqual([401, 'bearer_invalid']);
    },
  );

  it.each([
    ['missing', null, 'subscription_missing'],
    ['paused', { pausedAt: 5n }, 'subscription_paused'],
    ['expired', { expiresAt: 1n }, 'subscription_expired'],
    ['of another gateway', { gateway: PROGRAM_ID }, 'subscription_other_gateway'],
    ['for smaller quorums', { maxSignatures: 1 }, 'quorum_above_subscription'],
    ['exhausted', { roundsLeft: 0n }, 'subscription_exhausted'],
  ] as const)('a subscription that is %s is 403', async (_state, changes, code) => {
    const consumer = world.subscriber(changes ?? {});
    if (changes === null) world.ledger.subscriptions.delete(consumer.text);
    const answer = await post(world.url, consumer.request());
    expect([answer.status, answer.body['code']]).toEqual([403, code]);
  });

  it('an authSig of null is a missing one', async () => {
    const answer = await post(world.url, { ...world.subscriber().request(), authSig: null });
    expect([answer.status, answer.body['code']]).toEqual([401, 'auth_sig_missing']);
  });

  it.each(['.0', 'e0'])('an integer outside of the source may be written with %s, and means the same round', async (form) => {
    const request = world.subscriber().request();
    const text = JSON.stringify(request).replace(/"(signaturesRequired|timestamp|registryVersion)":(\d+)/g, `"$1":$2${form}`);
    expect(text.split(`${form},`)).toHaveLength(4);
    const first = await post(world.url, text);
    const again = await post(world.url, request);
    expect([first.status, again.status, again.body['roundId']]).toEqual([200, 409, first.headers.get('x-round-id')]);
    const { timestamp, signaturesRequired } = first.body['data'] as Record<string, unknown>;
    expect({ timestamp, signaturesRequired }).toEqual({ timestamp: request.timestamp, signaturesRequired: request.signaturesRequired });
  });

  it('a round of a source with the method HEAD asks no node and uses nothing up', async () => {
    const consumer = world.subscriber({ roundsLeft: 1n });
    const calls = (): number => world.nodes.reduce((sum, node) => sum + (node.calls['/v1/observe'] ?? 0), 0);
    const before = calls();
    const apiConfig = { ...PRICE_SOURCE, method: 'HEAD' } as const;
    for (let time = 0; time < 2; time += 1) {
      const { status, body, headers } = await post(world.url, consumer.request({ apiConfig, timestamp: Math.floor(Date.now() / 1_000) }));
      expect([status, body['code'], body['step'], body['rule'], body['authorization']]).toEqual([
        503,
        'upstream_failure',
        'fetch',
        'no_body',
        'unused',
      ]);
      expect([body['roundId'], headers.get('x-round-id')]).toEqual([undefined, null]);
    }
    expect(calls()).toBe(before);
    expect((await post(world.url, consumer.request())).status).toBe(200);
  });

  it('a replay is 409, names the round, and has no Retry-After', async () => {
    const request = world.subscriber().request();
    const first = await post(world.url, request);
    const second = await post(world.url, request);
    expect([first.status, second.status, second.body['code']]).toEqual([200, 409, 'duplicate_round']);
    expect(second.headers.get('x-round-id')).toBe(first.headers.get('x-round-id'));
    expect(second.body['roundId']).toBe(first.headers.get('x-round-id'));
    expect(second.headers.get('retry-after')).toBeNull();
  });

  it('a body of more than 64 KiB is 413', async () => {
    const answer = await post(world.url, JSON.stringify({ padding: 'x'.repeat(65_536) }));
    expect([answer.status, answer.body['code']]).toEqual([413, 'body_too_large']);
  });

  it('a body that is not UTF-8 is 400', async () => {
    const answer = await post(world.url, new Uint8Array([0x22, 0xff, 0x22]));
    expect([answer.status, answer.body['code']]).toEqual([400, 'malformed_body']);
  });

  it('a body of any content type is read', async () => {
    const answer = await post(world.url, world.subscriber().request(), { 'content-type': 'text/plain' });
    expect(answer.status).toBe(200);
  });
});
