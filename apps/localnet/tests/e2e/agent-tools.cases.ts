import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { projectRoot } from '../../src/base/project-root.js';
import { ordinaryWorld } from './ordinary-world.js';
import type { TestWorld } from './test-world.js';

const FEED = 'coinbase/btc-usd';
const VALUE = '64628.31';
const LIE = '99999.99';

let test: TestWorld;
let home: string;
beforeAll(async () => {
  test = ordinaryWorld();
  home = await mkdtemp(join(tmpdir(), 'agent-tools-'));
});
afterAll(() => rm(home, { recursive: true }));

const agents: Client[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close();
});

interface Called {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

let logs = 0;

/** The built server as an agent's host starts it, spoken to by the official client. */
async function startAgent(...words: string[]): Promise<(name: string, input?: object) => Promise<Called>> {
  const agent = new Client({ name: 'agent', version: '0' });
  agents.push(agent);
  const bin = join(projectRoot(), 'packages/mcp/dist/main.js');
  const args = [bin, '--localnet', test.world.stateFolder.manifest, ...words];
  await agent.connect(new StdioClientTransport({ command: process.execPath, args, env: { HOME: home }, stderr: 'pipe' }));
  return async (name, input = {}) => {
    const { content, structuredContent } = await agent.callTool({ name, arguments: { ...input } });
    const shown = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    return { text: shown, structured: { ...(structuredContent as object | undefined) } };
  };
}

/** Limits that no other test has spent of. */
function limits(perDay: string): string[] {
  logs += 1;
  return ['--max-per-day', perDay, '--spending-log', join(home, `${logs}.log`)];
}

/** A gateway that answers another value than its nodes signed. */
async function openLyingGateway(gateway: string) {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const init = { method: request.method ?? 'GET', headers: { 'content-type': 'application/json' }, ...(body === '' ? {} : { body }) };
      const answer = await fetch(`${gateway}${request.url ?? ''}`, init);
      response.writeHead(answer.status, { 'content-type': 'application/json', 'x-round-id': answer.headers.get('x-round-id') ?? '' });
      response.end((await answer.text()).replaceAll(VALUE, LIE));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('the tools of an agent', () => {
  it('find a feed, try it for free, get its value and look the round up', async () => {
    const call = await startAgent(...limits('2rounds'));
    const { structured: found } = await call('find_feeds', { query: 'coinbase btc' });
    expect(found).toMatchObject({ feeds: [{ feed: FEED, isBuiltIn: true }] });
    const tried = await call('simulate_source', { feed: FEED });
    expect(tried.structured).toMatchObject({ verified: false, wouldBeSigned: true, failures: [] });
    expect(tried.text).not.toContain(VALUE);
    const { structured: got } = await call('get_value', { feed: FEED });
    expect(got).toMatchObject({ verified: true, value: VALUE, quorum: 3, spending: { unit: 'rounds', spentToday: '1', leftToday: '1' } });
    const { structured: round } = await call('get_round', { roundId: got['roundId'] });
    expect(round).toMatchObject({ path: 'subscription', verifiedValue: { value: VALUE } });
  });

  it('name the step and the rule at which a source fails', async () => {
    const call = await startAgent(...limits('1rounds'));
    const source = { url: `${test.world.manifest.sources.price}/`, method: 'GET', responseParser: '$.no.such.member' };
    const { structured } = await call('simulate_source', { source });
    expect(structured).toMatchObject({
      wouldBeSigned: false,
      nodesWithAValue: 0,
      next: expect.stringContaining('responseParser') as string,
    });
  });

  it('pay per request, within both limits, and never more for calls at once', async () => {
    const call = await startAgent('--account', 'x402', '--max-amount', '0.003usd', ...limits('0.006usd'));
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('get_value', { feed: FEED })));
    const [paid, refused] = [
      answers.filter(({ structured }) => structured['value'] === VALUE),
      answers.filter(({ text: said }) => said.includes('budget_used_up')),
    ];
    expect([paid.length + refused.length, paid.length <= 2]).toEqual([4, true]);
    expect((await call('get_budget')).structured).toMatchObject({
      unit: 'atomic units',
      mostPerRound: '3000',
      spentToday: '6000',
      leftToday: '0',
    });
    expect((await call('get_usage')).structured['summary']).toMatch(/ by x402 for \$/);
  });

  it('sign nothing for a round that costs more than one may', async () => {
    const call = await startAgent('--account', 'x402', '--max-amount', '0.002999usd', ...limits('0.006usd'));
    expect((await call('get_value', { feed: FEED })).text).toContain(
      'a round costs $0.003, and the operator of this server allows $0.002999',
    );
    expect((await call('get_budget')).structured).toMatchObject({ spentToday: '0' });
  });

  it('show nothing of an answer that the nodes did not sign', async () => {
    const lying = await openLyingGateway(test.world.manifest.gatewayUrl);
    const call = await startAgent('--gateway', lying.url, ...limits('1rounds'));
    const answers = [await call('get_value', { feed: FEED }), await call('simulate_source', { feed: FEED })];
    lying.close();
    expect(answers[0]?.text).toMatch(/^verification_failed/);
    for (const { text: said } of answers) expect(said).not.toContain(LIE);
  });

  it('say that a limit is missing, before an agent can spend anything', async () => {
    await expect(startAgent()).rejects.toThrow();
  });
});
