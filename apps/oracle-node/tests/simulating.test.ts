import { type ApiConfig, formatExact, fromHex, toHex } from '@oracle-gateway/protocol';
import { parseNodeErrorBody, parseSimulateResponse, type SimulateRequest } from '@oracle-gateway/node-api';
import { sealSecrets } from '@oracle-gateway/protocol/sealed';
import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  Cleanup,
  encryptionPair,
  expectRefusal,
  newLedger,
  nowSecondsMs,
  observeOk,
  observeRequest,
  OTHER_GATEWAY_KEY,
  OWNER,
  type Signing,
  startNode,
  startNodeWithSource,
  startSource,
  type TestNode,
  type TestSource,
  seenValue,
} from './fixture.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

function simulateRequest(source: TestSource, changed: Partial<ApiConfig> = {}): SimulateRequest & { readonly apiConfig: ApiConfig } {
  return { requester: OWNER, apiConfig: { url: `${source.url}/price`, method: 'GET', responseParser: '$.price', ...changed } };
}

async function simulateOk(node: TestNode, request: SimulateRequest, signed: Partial<Signing> = {}) {
  const reply = await call(node, 'simulate', request, signed);
  expect(reply.status, reply.text).toBe(200);
  return parseSimulateResponse(JSON.parse(reply.text));
}

/** A source that answers nothing until it is told to. */
async function heldSource() {
  const held: (() => void)[] = [];
  let arrived = (): void => undefined;
  const reached = new Promise<void>((resolve) => (arrived = resolve));
  const source = await startSource(cleanup, (_, response) => {
    held.push(() => response.end('{"price":"1"}'));
    arrived();
  });
  return { source, reached, answerAll: () => held.splice(0).forEach((answer) => answer()) };
}

describe('a dry run', () => {
  it('tells the value as observe packs it, and when it was seen', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    const before = Date.now();
    const answer = await simulateOk(node, simulateRequest(source));
    const { value, receivedAtMs } = seenValue(answer);
    expect([answer.index, formatExact(fromHex(value))]).toEqual([0, '64628.31']);
    expect(receivedAtMs).toBeGreaterThanOrEqual(before);
    expect(seenValue(await observeOk(node, observeRequest(source))).value).toBe(value);
  });

  it('opens no session, signs nothing and is in the way of no round of the same second', async () => {
    const { node, source } = await startNodeWithSource(cleanup, { limits: { maxOpenSessionsPerGateway: 1 } });
    await simulateOk(node, simulateRequest(source));
    const answer = await simulateOk(node, simulateRequest(source));
    expect(Object.keys(answer).sort()).toEqual(['index', 'values']);
    await observeOk(node, observeRequest(source));
    await simulateOk(node, simulateRequest(source));
  });

  it('asks the source anew each time: it tells nothing of a value that a round has fixed', async () => {
    let price = 1;
    const source = await startSource(cleanup, (_, response) => response.end(`{"price":${price++}}`));
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name] });
    const timestampMs = nowSecondsMs();
    await observeOk(node, observeRequest(source, { timestampMs }));
    expect(formatExact(fromHex(seenValue(await simulateOk(node, simulateRequest(source))).value))).toBe('2');
  });

  it.each<[string, Partial<ApiConfig>, object]>([
    ['$.data.price', { responseParser: '$.data.price' }, { step: 'select', rule: 'nothing_selected', matched: '$.data' }],
    ['$..id', { responseParser: '$..id' }, { step: 'select', rule: 'several_selected', matched: '$..id' }],
    ['$.data', { responseParser: '$.data' }, { step: 'select', rule: 'not_a_number', matched: '$.data' }],
    ['the whole body', {}, { step: 'select', rule: 'not_a_number' }],
    ['zero, inverted', { responseParser: '$.zero', valueTransform: 'invert' }, { step: 'transform', rule: 'division_by_zero' }],
    ['a negative number', { responseParser: '$.below' }, { step: 'pack', rule: 'negative' }],
  ])('of %s names the rule that the answer breaks, and never its text', async (_case, config, expected) => {
    const source = await startSource(cleanup, (_, response) =>
      response.end('{"data":{"rows":[{"id":1},{"id":2}],"note":"SOURCE-WORDS"},"zero":0,"below":-1}'),
    );
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name] });
    const { apiConfig, ...request } = simulateRequest(source, config);
    const { responseParser: _left, ...whole } = apiConfig;
    const reply = await call(node, 'simulate', { ...request, apiConfig: config.responseParser === undefined ? whole : apiConfig });
    expect(reply.status).toBe(502);
    const { error: _error, code, ...told } = parseNodeErrorBody(JSON.parse(reply.text));
    expect([code, told]).toEqual(['upstream_failure', expected]);
    expect(reply.text).not.toContain('SOURCE-WORDS');
  });

  it('tells of a paywalled source its status, and none of its words', async () => {
    const source = await startSource(cleanup, (_, response) => {
      response.statusCode = 402;
      response.end('{"x402Version":1,"error":"SOURCE-WORDS"}');
    });
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name] });
    const reply = await call(node, 'simulate', simulateRequest(source));
    expect(parseNodeErrorBody(JSON.parse(reply.text))).toMatchObject({ code: 'upstream_failure', step: 'fetch', upstreamStatus: 402 });
    expect(reply.text).not.toContain('SOURCE-WORDS');
  });

  it('fetches from no private address', async () => {
    const { node, source } = await startNodeWithSource(cleanup, { allowed: [] });
    expectRefusal(await call(node, 'simulate', simulateRequest(source)), 403, 'forbidden_source');
    expect(source.requests).toEqual([]);
  });

  it('opens secrets as a round does: for their owner alone', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    const apiConfig: ApiConfig = { ...simulateRequest(source).apiConfig, headers: { Authorization: 'Bearer {{secret.key}}' } };
    const sealedOf = (owner: string) => {
      const nodes = [{ index: 0, encryptionPublicKey: toHex(encryptionPair(0).publicKey) }];
      const notAfter = Math.floor(Date.now() / 1_000) + 60;
      const { envelopes, ...sealed } = sealSecrets({ apiConfig, nodes, secrets: { key: 'c0ffee' }, notAfter, owner });
      return [{ ...sealed, envelope: envelopes['0'] ?? '' }];
    };
    await simulateOk(node, { requester: OWNER, apiConfig, sealed: sealedOf(OWNER) });
    expect(source.headers.at(-1)?.authorization).toBe('Bearer c0ffee');
    const other = { requester: '11111111111111111111111111111111', apiConfig, sealed: sealedOf(OWNER) };
    expectRefusal(await call(node, 'simulate', other), 403, 'secrets_other_owner');
  });

  it('is served to a registered gateway alone', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    const reply = await call(node, 'simulate', simulateRequest(source), { gatewayKey: new Uint8Array(32).fill(0x79) });
    expectRefusal(reply, 401, 'unauthorized');
    expect(source.requests).toEqual([]);
  });

  it('is refused by a node that cannot sign now', async () => {
    const { node, source, ledger } = await startNodeWithSource(cleanup);
    ledger.registry = { ...ledger.registry, version: 2n, keys: [null, ...ledger.registry.keys.slice(1)] };
    await call(node, 'observe', observeRequest(source, { registryVersion: 2 }));
    expectRefusal(await call(node, 'simulate', simulateRequest(source)), 503, 'not_ready');
  });
});

describe('the places of dry runs', () => {
  it('are their own: as many on a slow source as there are leave every place to observations', async () => {
    const { source, reached, answerAll } = await heldSource();
    const limits = { maxConcurrentDryRuns: 1, maxConcurrentObservations: 1 };
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name], limits });
    const dryRun = simulateOk(node, simulateRequest(source));
    await reached;
    expectRefusal(await call(node, 'simulate', simulateRequest(source)), 503, 'overloaded');
    const observed = observeOk(node, observeRequest(source));
    while (source.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
    answerAll();
    await Promise.all([dryRun, observed]);
  });

  it('end with the gateway that leaves', async () => {
    const { source, reached } = await heldSource();
    const steady = await startSource(cleanup, (_, response) => response.end('{"price":1}'));
    const allowed = [source.name, steady.name];
    const node = await startNode(cleanup, { ledger: newLedger(), allowed, limits: { maxConcurrentDryRuns: 1 } });
    const leaving = new AbortController();
    const left = call(node, 'simulate', simulateRequest(source), { signal: leaving.signal });
    await reached;
    leaving.abort();
    await expect(left).rejects.toThrow();
    while ((await call(node, 'simulate', simulateRequest(steady))).status !== 200) expect(steady.requests).toEqual([]);
  });

  it('are few a minute: a gateway gets no free fetches beyond them, and leaves some to another', async () => {
    const { node, source } = await startNodeWithSource(cleanup, { limits: { dryRunsPerMinute: 10 } });
    const codes: number[] = [];
    for (let asked = 0; asked < 15; asked += 1) {
      const requester = `${OWNER.slice(0, -1)}${'ABCDEFGHJKLMNPQ'[asked] ?? ''}`;
      codes.push((await call(node, 'simulate', { ...simulateRequest(source), requester })).status);
    }
    expect(codes.filter((status) => status === 200).length).toBeLessThan(11);
    expect(codes.at(-1)).not.toBe(200);
    expect(source.requests.length).toBe(codes.filter((status) => status === 200).length);
    await simulateOk(node, simulateRequest(source), { gatewayKey: OTHER_GATEWAY_KEY });
    await observeOk(node, observeRequest(source));
  });
});
