import { operations } from '@oracle-gateway/gateway-api';
import { afterEach, describe, expect, it } from 'vitest';
import { post } from './fakes/post.js';
import { startWorld, type World, type WorldOptions } from './fakes/world.js';

let world: World;
afterEach(() => world.close());

/** A world whose minute does not end by itself, on a clock that the test moves. It stands still from the end of the start. */
async function startLimited(server: WorldOptions['server'] = {}, options: WorldOptions = {}): Promise<{ nowMs: number }> {
  const clock = { nowMs: Date.now() };
  world = await startWorld({
    ...options,
    server: { rateLimits: { roundsPerMinute: 2, signInsPerMinute: 3, readsPerMinute: 3 }, ...server },
    overrides: { nowMs: () => clock.nowMs },
  });
  clock.nowMs = Date.now();
  return clock;
}

function from(address: string) {
  return { 'x-forwarded-for': address };
}

describe('rate limits', () => {
  it('answer 429 with the time to wait, reserve nothing, and end with the minute', async () => {
    const clock = await startLimited();
    const consumer = world.subscriber();
    const first = await post(world.url, consumer.request());
    expect([first.status, first.headers.get('ratelimit')]).toEqual([200, expect.stringMatching(/^"rounds"; r=1; t=\d+$/)]);
    expect(first.headers.get('ratelimit-policy')).toMatch(/^"rounds"; q=2; w=60; pk=:[\w+/=]+:$/);
    // A request that is refused for what it says counts like any other.
    expect((await post(world.url, '{')).status).toBe(400);

    const request = world.subscriber().request();
    const limited = await post(world.url, request);
    expect([limited.status, limited.body['code'], limited.headers.get('x-round-id')]).toEqual([429, 'rate_limited', null]);
    expect(limited.headers.get('ratelimit')).toMatch(/^"rounds"; r=0; t=\d+$/);
    const waitSeconds = Number(limited.headers.get('retry-after'));
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(60);

    const sibling = await world.sibling();
    expect((await post(sibling.url, request)).status).toBe(200);
    await sibling.close();
    clock.nowMs += 60_000;
    expect((await post(world.url, '{')).status).toBe(400);
  });

  it('hold for every operation except the probes’, rounds and reads apart', async () => {
    await startLimited();
    for (let asked = 0; asked < 3; asked += 1) expect((await world.http.call(operations.getNodes)).status).toBe(200);
    const limited = Object.values(operations).filter(({ responses }) => '429' in responses);
    expect(Object.values(operations).filter((operation) => !limited.includes(operation))).toEqual([
      operations.getHealth,
      operations.getReady,
    ]);
    for (const { path } of limited.filter(({ method }) => method === 'GET')) {
      expect((await fetch(world.url + path.replace(/\{\w+\}/, '1'))).status).toBe(429);
    }
    expect((await world.http.call(operations.getHealth)).status).toBe(200);
    expect((await world.http.call(operations.getReady)).status).toBe(200);
    expect((await post(world.url, world.subscriber().request())).status).toBe(200);
  });

  it('count sign-ins apart, good or not, and use up no nonce of what they refuse', async () => {
    const origin = 'https://gateway.example';
    const clock = await startLimited({ publicOrigin: origin }, { sessions: { enabled: true } });
    const owner = world.subscriber();
    const terms = { domain: 'gateway.example', uri: `${origin}/v1/session`, chainId: world.config.network };
    const signIn = (header: string) => fetch(`${world.url}/v1/session`, { method: 'POST', headers: { 'SIGN-IN-WITH-X': header } });
    const good = await signIn(owner.signIn(terms));
    expect([good.status, good.headers.get('ratelimit')]).toEqual([200, expect.stringMatching(/^"sign-ins"; r=2; t=\d+$/)]);
    expect((await signIn('e30=')).status).toBe(400);
    expect((await signIn(owner.signIn({ ...terms, chainId: 'solana:another' }))).status).toBe(401);

    const header = owner.signIn(terms);
    const limited = await signIn(header);
    expect([limited.status, limited.headers.get('ratelimit')]).toEqual([429, expect.stringMatching(/^"sign-ins"; r=0; t=\d+$/)]);
    // Neither rounds nor the end of a session wait for them.
    expect((await post(world.url, owner.request())).status).toBe(200);
    expect((await fetch(`${world.url}/v1/session`, { method: 'DELETE' })).status).toBe(401);
    clock.nowMs += 60_000;
    expect((await signIn(header)).status).toBe(200);
  });

  it('count the address that a trusted proxy names, an IPv6 network as one', async () => {
    await startLimited({ trustedProxies: ['127.0.0.1'] });
    const ask = async (address: string) => (await post(world.url, '{', from(address))).status;
    expect([await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.1')]).toEqual([400, 400, 429]);
    expect(await ask('192.0.2.2')).toBe(400);
    expect([await ask('2001:db8:0:1::1'), await ask('2001:db8:0:2::1'), await ask('2001:db8:0:3::1')]).toEqual([400, 400, 429]);
    expect(await ask('2001:db8:1::1')).toBe(400);
  });

  it.each([
    ['IPv4', (port: number) => `192.0.2.1:${port}`],
    ['IPv6', (port: number) => `[2001:db8::1]:${port}`],
  ])('count an address of %s once, whatever port a proxy names with it', async (_family, named) => {
    await startLimited({ trustedProxies: ['127.0.0.1'] });
    const answers = [];
    for (const port of [1, 2, 3]) answers.push((await post(world.url, '{', from(named(port)))).status);
    expect(answers).toEqual([400, 400, 429]);
  });

  it.each([
    ['an unknown path', 'GET', '/v1/nothing', 404],
    ['a path that cannot be decoded', 'GET', '/v1/rounds/%ff', 404],
    ['a method that a path has not', 'PUT', '/v1/nodes', 405],
    ['a method that the path of a round has not', 'GET', '/v1/round/execute', 405],
  ])('count %s as a read', async (_what, method, path, status) => {
    await startLimited();
    const answers = [];
    for (let asked = 0; asked < 4; asked += 1) answers.push((await fetch(world.url + path, { method })).status);
    expect(answers).toEqual([status, status, status, 429]);
    expect((await world.http.call(operations.getNodes)).status).toBe(429);
    expect((await world.http.call(operations.getHealth)).status).toBe(200);
    expect((await post(world.url, '{')).status).toBe(400);
  });

  it('do not believe an address that another party names', async () => {
    await startLimited();
    const answers = [];
    for (let asked = 0; asked < 3; asked += 1) answers.push((await post(world.url, '{', from(`192.0.2.${asked}`))).status);
    expect(answers).toEqual([400, 400, 429]);
  });

  it('are off unless they are configured', async () => {
    world = await startWorld();
    const { headers } = await post(world.url, world.subscriber().request());
    expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
  });
});
