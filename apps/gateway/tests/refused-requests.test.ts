import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startWorld, type World } from './fakes/world.js';

let world: World;
const clock = { ms: 1_000 };
const agents: Agent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  await world.close();
});

/** A world in which no refusal is forgotten unless the test moves the clock. */
async function start(): Promise<void> {
  world = await startWorld({ overrides: { monotonicMs: () => clock.ms } });
}

interface Sending {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  /** Announced, where the body itself is never sent. */
  readonly announced?: number;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Asks from one of the machine's own addresses. */
function senderAt(localAddress: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  agents.push(agent);
  return async ({ method = 'POST', path = '/v1/round/execute', body, announced }: Sending): Promise<Answer> => {
    const headers = announced === undefined ? {} : { 'content-length': String(announced) };
    const asked = request(world.url + path, { method, agent, localAddress, headers });
    if (announced === undefined) asked.end(body);
    else asked.flushHeaders();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
    if (announced !== undefined) asked.destroy();
    return { status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) as Record<string, unknown> };
  };
}

const JUNK = '{"signaturesRequired":';

/** Asks for junk until it is held back; how often it was refused before. */
async function exhaust(ask: ReturnType<typeof senderAt>): Promise<number> {
  let refused = 0;
  for (let wave = 0; wave < 100; wave += 1) {
    const statuses = (await Promise.all(Array.from({ length: 32 }, () => ask({ body: JUNK })))).map(({ status }) => status);
    refused += statuses.filter((status) => status === 400).length;
    if (statuses.includes(429)) return refused;
  }
  throw new Error(`never held back in ${refused} refusals`);
}

describe('a sender that is refused again and again', () => {
  it('is answered 429 before its body is there, on every path, while another address and the probes are served', async () => {
    await start();
    const [flood, honest] = [senderAt('127.0.9.1'), senderAt('127.0.0.2')];
    expect((await honest({ body: JUNK })).status).toBe(400);
    expect(await exhaust(flood)).toBeGreaterThanOrEqual(900);

    const refused = await flood({ announced: 1_000 });
    expect([refused.status, refused.body['code']]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['ratelimit']).toMatch(/^"refused-requests";r=0;t=\d+$/);
    const elsewhere = [
      { path: '/there/is/nothing' },
      { path: '/v1/rounds/%ff' },
      { path: '/v1/info', method: 'PUT' },
      { path: '/v1/info', method: 'GET' },
    ];
    expect((await Promise.all(elsewhere.map(flood))).map(({ status }) => status)).toEqual([429, 429, 429, 429]);
    expect((await flood({ path: '/health', method: 'GET' })).status).toBe(200);
    expect(await world.metrics()).toMatch(/oracle_gateway_share_refusals_total\{resource="refused_requests",reason="own_share"\} \d+/);

    expect((await honest({ body: JSON.stringify(world.subscriber().request()) })).status).toBe(200);
    expect((await honest({ body: JUNK })).status).toBe(400);

    clock.ms += 5_200;
    expect((await flood({ body: JSON.stringify(world.subscriber().request()) })).status).toBe(200);
  });
});

it('a sender with some hundred refusals within seconds is never held back, though others ask', async () => {
  await start();
  expect((await senderAt('127.0.0.3')({ body: JUNK })).status).toBe(400);
  const ask = senderAt('127.0.0.2');
  for (let wave = 0; wave < 20; wave += 1) {
    const answers = await Promise.all(Array.from({ length: 32 }, () => ask({ body: JUNK })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  }
  expect((await ask({ body: JSON.stringify(world.subscriber().request()) })).status).toBe(200);
});

it('an address that alone asks, as a proxy does for all callers, is never held back', async () => {
  await start();
  const ask = senderAt('127.0.0.2');
  for (let wave = 0; wave < 50; wave += 1) {
    const answers = await Promise.all(Array.from({ length: 32 }, () => ask({ body: JUNK })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  }
  expect((await ask({ body: JSON.stringify(world.subscriber().request()) })).status).toBe(200);
});
