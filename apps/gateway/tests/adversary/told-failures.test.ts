import { readServerSentEvents } from '@oracle-gateway/gateway-api/events';
import { parseApiConfig } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Consumer } from '../fakes/consumer.js';
import { post } from '../fakes/post.js';
import { startWorld, type World } from '../fakes/world.js';

const SECRET = 'c0ffee_secret_4711';
const apiConfig = parseApiConfig({ url: 'https://api.example.com/', method: 'GET', responseParser: '$.data.amount' });
const WORDS = { step: 'select', rule: 'nothing_selected', matched: '$.data' };

let world: World;
let owner: Consumer;
let roundId: string;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** A round that every node fails with these words. */
async function fail(words: object) {
  for (const node of world.nodes) Object.assign(node, { fault: 'upstream', words });
  owner = world.subscriber();
  const answer = await post(world.url, owner.request({ apiConfig, signaturesRequired: 3 }));
  expect([answer.status, answer.body['code']]).toEqual([503, 'upstream_failure']);
  roundId = answer.headers.get('x-round-id') ?? '';
  return answer;
}

async function read(path: string, authorization?: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${world.url}${path}`, { headers: authorization === undefined ? {} : { authorization } });
  return { status: response.status, text: await response.text() };
}

async function recordOf(authorization?: string): Promise<Record<string, unknown>> {
  const { text } = await read(`/v1/rounds/${roundId}`, authorization);
  return (JSON.parse(text) as { data: Record<string, unknown> }).data;
}

describe('a failed round', () => {
  beforeEach(() => fail(WORDS));

  it('teaches its asker, and the requester who reads it later', async () => {
    const { body } = await fail(WORDS);
    const { nodes } = body as { nodes?: { agree: number; failed: number } };
    const told = { ...WORDS, nodes };
    // A round fails as soon as no quorum is left.
    expect([nodes?.agree, (nodes?.failed ?? 0) >= 2]).toEqual([nodes?.failed, true]);
    expect(body).toMatchObject({
      ...told,
      error: expect.stringContaining('responseParser selects nothing') as string,
      hint: expect.stringContaining('Compare responseParser') as string,
      docUrl: '/docs/errors/upstream_failure',
    });
    expect(await recordOf(owner.readAuthorization(roundId))).toMatchObject({
      state: 'failed',
      reason: 'upstream_failure',
      failure: { ...told, hint: body['hint'] },
    });
    const page = await read(String(body['docUrl']));
    expect([page.status, page.text.includes('upstream_failure')]).toEqual([200, true]);
  });

  it('tells a reader without a credential its code alone', async () => {
    expect(await recordOf()).toMatchObject({ reason: 'upstream_failure' });
    expect(await recordOf()).not.toHaveProperty('failure');
  });

  it('refuses the credential of another requester', async () => {
    const { status, text } = await read(`/v1/rounds/${roundId}`, world.subscriber().readAuthorization(roundId));
    expect([status, text.includes('nothing_selected')]).toEqual([401, false]);
  });

  it('tells no list, no stream of events and no evidence more than the code, not even for the requester', async () => {
    const events = await fetch(`${world.url}/v1/rounds/${roundId}/events`, {
      headers: { authorization: owner.readAuthorization(roundId) },
    });
    const first = await readServerSentEvents(events.body!).next();
    const texts = [
      first.done === true ? '' : first.value.data,
      (await read(`/v1/subscription/${owner.text}/rounds`)).text,
      (await read(`/v1/rounds/${roundId}/evidence`, owner.readAuthorization(roundId))).text,
    ];
    expect(texts[0]).toContain('"reason":"upstream_failure"');
    expect(texts[1]).toContain('"reason":"upstream_failure"');
    for (const text of texts) expect(text).not.toMatch(/nothing_selected|"matched"|"hint"|"failure"/);
  });

  it('tells a caller that repeats it, or asks for it under another name, nothing of it', async () => {
    const request = owner.request({ apiConfig, signaturesRequired: 3 });
    await post(world.url, request);
    const repeat = await post(world.url, request);
    expect(repeat.body['code']).toBe('duplicate_round');
    expect(JSON.stringify(repeat.body)).not.toMatch(/nothing_selected|"matched"|"step"/);
  });
});

describe('a node or a source that speaks through its failure', () => {
  it.each([
    ['the rule', { ...WORDS, rule: SECRET }],
    ['how far the text matches', { ...WORDS, matched: SECRET }],
    ['how far the text matches, behind the own text', { ...WORDS, matched: `$.data.amount${SECRET}` }],
  ])('is not heard by %s', async (_what, words) => {
    const { body } = await fail(words);
    const texts = [body, await recordOf(owner.readAuthorization(roundId)), await recordOf()].map((one) => JSON.stringify(one));
    for (const text of texts) expect(text).not.toContain(SECRET);
    expect(body).toMatchObject({ step: 'select' });
  });

  it('is not heard by a rule that no rule may be, or by a text: its answer breaks the contract', async () => {
    for (const node of world.nodes) Object.assign(node, { fault: 'upstream', words: { ...WORDS, rule: 'Text of the SOURCE' } });
    const { body } = await post(world.url, world.subscriber().request({ apiConfig, signaturesRequired: 3 }));
    expect(body['code']).toBe('node_failure');
    expect(JSON.stringify(body)).not.toContain('SOURCE');
  });

  it('is not heard where it is alone against nodes that agree', async () => {
    for (const node of world.nodes) Object.assign(node, { fault: 'upstream', words: WORDS });
    Object.assign(world.nodes[0]!, { words: { step: 'pack', rule: 'negative' } });
    const { body } = await post(world.url, world.subscriber().request({ apiConfig, signaturesRequired: 3 }));
    expect(body['rule']).not.toBe('negative');
  });

  it('never reaches the log by a text', async () => {
    await fail({ ...WORDS, matched: SECRET });
    expect(world.log.text()).not.toContain(SECRET);
  });
});
