import type { ObserveRequest } from '@oracle-gateway/node-api';
import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  Cleanup,
  expectRefusal,
  newLedger,
  observeOk,
  observeRequest,
  observeSessionId,
  OWNER,
  priceSource,
  signOk,
  signRequest,
  startNode,
  startSource,
  type TestNode,
  type TestSource,
} from '../fixture.js';

/** Callers that ask for what never answers: they may keep a node from nothing but their own requests. */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const OTHER_REQUESTER = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU';

/** A source whose paths below `/held` never answer; tells how many such requests are open, and waits for a number of them. */
async function startHeldSource() {
  let open = 0;
  let changed = (): void => undefined;
  const source = await startSource(cleanup, (request, response) => {
    if (request.url?.startsWith('/held') !== true) {
      priceSource(request, response);
      return;
    }
    open += 1;
    changed();
    response.on('close', () => {
      open -= 1;
      changed();
    });
  });
  const openBecomes = (expected: number): Promise<void> =>
    new Promise((resolve) => {
      changed = () => {
        if (open === expected) resolve();
      };
      changed();
    });
  return { source, openBecomes };
}

let heldSources = 0;

/** A request for a source of its own, which no other request shares. */
function held(source: TestSource, changed: Parameters<typeof observeRequest>[1] = {}) {
  heldSources += 1;
  return observeRequest(source, {
    apiConfig: { url: `${source.url}/held?${heldSources}`, method: 'GET', responseParser: '$.price' },
    ...changed,
  });
}

async function start(limits: Parameters<typeof startNode>[1]['limits'] = {}) {
  const { source, openBecomes } = await startHeldSource();
  const node = await startNode(cleanup, {
    ledger: newLedger(),
    allowed: [source.name],
    limits: { fetchTimeoutMs: 10_000, fetchesPerRequesterAndOrigin: 8, ...limits },
  });
  return { source, openBecomes, node };
}

/** Begins to observe; `leave` hangs up, as a gateway does whose round is over. */
function begin(node: TestNode, request: ObserveRequest) {
  const controller = new AbortController();
  const reply = call(node, 'observe', request, { signal: controller.signal });
  reply.catch(() => undefined);
  // A test that ends leaves nothing behind for the closing node to wait for.
  cleanup.add(() => {
    controller.abort();
    return Promise.resolve();
  });
  return { reply, leave: () => controller.abort() };
}

describe('a round that no caller waits for', () => {
  it('stops fetching and frees its place when the gateway hangs up', async () => {
    const { node, source, openBecomes } = await start({ maxConcurrentObservations: 1 });
    const abandoned = begin(node, held(source));
    await openBecomes(1);
    expectRefusal(await call(node, 'observe', observeRequest(source)), 503, 'overloaded');
    abandoned.leave();
    await openBecomes(0);
    await observeOk(node, observeRequest(source));
  });

  it('stops fetching and frees its place when the gateway releases the session', async () => {
    const { node, source, openBecomes } = await start({ maxConcurrentObservations: 1 });
    const request = held(source);
    const { reply } = begin(node, request);
    await openBecomes(1);
    const released = await call(node, 'release', { sessionIds: [observeSessionId(request)] });
    expect(released.text).toBe('{"released":1}');
    expectRefusal(await reply, 404, 'session_unknown');
    await openBecomes(0);
    await observeOk(node, observeRequest(source));
  });

  it('ends with all its sources where it is a list, whatever values have come', async () => {
    const { node, source, openBecomes } = await start({ maxConcurrentObservations: 5, maxOpenSessionsPerGateway: 1 });
    const { apiConfig: _one, ...request } = held(source);
    const apiConfigs = ['price', 'held/a', 'held/b'].map((path) => ({ ...held(source).apiConfig, url: `${source.url}/${path}` }));
    const list = { ...request, apiConfigs };
    const released = begin(node, list);
    await openBecomes(2);
    await call(node, 'release', { sessionIds: [observeSessionId(list)] });
    expectRefusal(await released.reply, 404, 'session_unknown');
    const abandoned = begin(node, { ...list, gatewayNonce: `0x${'33'.repeat(16)}` });
    await openBecomes(2);
    abandoned.leave();
    await openBecomes(0);
    await observeOk(node, observeRequest(source));
  });

  it('stops waiting for its turn at the source, too', async () => {
    const { node, source, openBecomes } = await start();
    const first = Array.from({ length: 8 }, () => begin(node, held(source)));
    await openBecomes(8);
    const waiting = begin(node, held(source));
    waiting.leave();
    await expect(waiting.reply).rejects.toThrow();
    first[0]?.leave();
    await openBecomes(7);
    await observeOk(node, observeRequest(source));
  });
});

describe('slow sources', () => {
  it('keep the other sources of a list waiting longer than a single source, which has its whole time or none', async () => {
    const answers: (() => void)[] = [];
    let reached = (): void => undefined;
    const four = new Promise<void>((resolve) => (reached = resolve));
    const source = await startSource(cleanup, (request, response) => {
      answers.push(() => priceSource(request, response));
      if (answers.length === 4) reached();
      if (answers.length > 4) priceSource(request, response);
    });
    const limits = { fetchTimeoutMs: 10_000, fetchesPerRequesterAndOrigin: 4 };
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name], limits });
    const { apiConfig, ...request } = observeRequest(source);
    const apiConfigs = Array.from({ length: 6 }, (_, number) => ({ ...apiConfig, url: `${source.url}/p${number}` }));
    const list = observeOk(node, { ...request, apiConfigs });
    await four;
    expectRefusal(await call(node, 'observe', observeRequest(source)), 429, 'share_used');
    for (const answer of answers) answer();
    expect((await list).values.every((one) => 'value' in one)).toBe(true);
  });

  it('sign and release never wait behind observe', async () => {
    // One place is kept for another gateway.
    const { node, source, openBecomes } = await start({ maxConcurrentObservations: 3 });
    const other = await startNode(cleanup, { ledger: newLedger(), index: 1, allowed: [source.name] });
    const request = observeRequest(source, { eligible: [0, 1] });
    const observations = await Promise.all([observeOk(node, request), observeOk(other, request)]);
    const unused = await observeOk(node, observeRequest(source));
    begin(node, held(source));
    begin(node, held(source, { requester: OTHER_REQUESTER }));
    await openBecomes(2);
    expectRefusal(await call(node, 'observe', observeRequest(source)), 503, 'overloaded');
    await signOk(node, signRequest(observations));
    expect((await call(node, 'release', { sessionIds: [unused.sessionId] })).text).toBe('{"released":1}');
  });

  it('sixteen slow fetches of one caller hold up no other caller of that origin', async () => {
    const { node, source, openBecomes } = await start();
    for (let count = 0; count < 16; count += 1) begin(node, held(source));
    await openBecomes(8);
    await observeOk(node, observeRequest(source, { requester: OTHER_REQUESTER }));
  });

  it('one caller takes no more than leaves a place to another, and is told so', async () => {
    const { node, source, openBecomes } = await start({ maxConcurrentObservations: 16 });
    const own = Array.from({ length: 14 }, () => begin(node, held(source, { requester: OWNER })));
    await openBecomes(8);
    expectRefusal(await call(node, 'observe', observeRequest(source, { requester: OWNER })), 429, 'share_used');
    await observeOk(node, observeRequest(source, { requester: OTHER_REQUESTER }));
    own.slice(0, 8).forEach(({ leave }) => leave());
    await openBecomes(6);
    await observeOk(node, observeRequest(source, { requester: OTHER_REQUESTER }));
  });
});
