import {
  type NodeErrorCode,
  type ObserveRequest,
  parseObserveRequest,
  parseSimulateResponse,
  readObservation,
  writeObservation,
} from '@oracle-gateway/node-api';
import {
  type ApiConfig,
  type Combine,
  fromHex,
  listValue,
  packExact,
  packTolerance,
  parseDecimal,
  toHex,
  unixMs,
  MAX_SOURCES,
} from '@oracle-gateway/protocol';
import { MAX_SET_VALUES, observationVector } from '@oracle-gateway/protocol/internal';
import { sealSecrets } from '@oracle-gateway/protocol/sealed';
import { createSigningKey, signObservation } from '@oracle-gateway/schnorr/signing';
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  Cleanup,
  commitmentOf,
  encryptionPair,
  expectRefusal,
  newLedger,
  NODE_KEYS,
  observeOk,
  observeRequest,
  OWNER,
  seenValue,
  signOk,
  startNode,
  startSource,
  type TestNode,
  type TestSource,
} from './fixture.js';
import { AGGREGATION, outsidersVerdict, packed, type SetEntry, setSignRequest } from './tolerance.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Values of the paths of a source, by the node that asks now; null: the source answers 503. */
type Prices = Readonly<Record<string, string | null>>;

async function startWorld(nodeCount: number, limits: Parameters<typeof startNode>[1]['limits'] = {}) {
  const ledger = newLedger();
  ledger.registry = { ...ledger.registry, redundancyBuffer: 2 };
  let prices: Prices = {};
  const source = await startSource(cleanup, ({ url = '' }, response) => {
    const price = prices[url.slice(1)] ?? null;
    if (price === null) response.statusCode = 503;
    response.end(`{"price":${price ?? 0}}`);
  });
  const indices = Array.from({ length: nodeCount }, (_, index) => index);
  const nodes = await Promise.all(indices.map((index) => startNode(cleanup, { ledger, index, allowed: [source.name], limits })));
  /** Each node observes in its turn, at its own prices. */
  const observe = async (request: ObserveRequest, pricesOf: (index: number) => Prices) => {
    const observations = [];
    for (const node of nodes) {
      prices = pricesOf(node.index);
      observations.push(await observeOk(node, request));
    }
    return observations;
  };
  const setPrices = (changed: Prices): void => void (prices = changed);
  return { ledger, source, nodes, node: nodes[0] as TestNode, observe, setPrices };
}

function config(source: TestSource, path: string, changed: Partial<ApiConfig> = {}): ApiConfig {
  return { url: `${source.url}/${path}`, method: 'GET', responseParser: '$.price', ...changed };
}

/** A request for several sources. */
function severalRequest(source: TestSource, apiConfigs: readonly ApiConfig[], changed: Partial<ObserveRequest> = {}): ObserveRequest {
  const { apiConfig: _one, ...request } = observeRequest(source, { signaturesRequired: 3 });
  return { ...request, apiConfigs: [...apiConfigs], ...changed };
}

/** Value of a list, from the values of its sources: null where one has none. */
function valueOfList(request: ObserveRequest, values: readonly (Uint8Array | null)[]): string {
  const { sources } = parseObserveRequest(request).subject;
  return toHex(listValue(sources.map(({ sourceId }, place) => ({ sourceId, value: values[place] ?? null }))));
}

function exact(text: string): Uint8Array {
  return packExact(parseDecimal(text));
}

function tolerant(text: string): Uint8Array {
  return packTolerance(parseDecimal(text), AGGREGATION.numeric.decimals);
}

/** Four sources: one equal everywhere, one that drifts, one that is down everywhere, and one that only two nodes can reach. */
function mixedRequest(source: TestSource, changed: Partial<ObserveRequest> = {}): ObserveRequest {
  const drifting = config(source, 'drift', { aggregation: AGGREGATION });
  return severalRequest(source, [config(source, 'steady'), drifting, config(source, 'down'), config(source, 'rare')], {
    minValues: 2,
    eligible: [0, 1, 2, 3, 4],
    ...changed,
  });
}

function pricesOf(index: number): Prices {
  return {
    steady: index === 4 ? '7.5' : '7',
    drift: `100.0${index}`,
    down: null,
    rare: index < 2 ? '3' : null,
  };
}

describe('a list', () => {
  it('of mixed modes is signed as the values that a quorum agrees on, with the others absent', async () => {
    const { source, nodes, observe } = await startWorld(5);
    const request = mixedRequest(source);
    const observations = await observe(request, pricesOf);
    const down = { reason: { code: 'upstream_failure', step: 'fetch', upstreamStatus: 503 } };
    expect(observations[2]?.values.slice(2)).toEqual([down, down]);
    expect(observations.every(({ nonces, signature }) => nonces?.length === 2 && signature !== undefined)).toBe(true);

    // A signer need not have seen a value itself: node 4 saw another price of the first source.
    const signers = [0, 2, 4];
    const value = valueOfList(request, [exact('7'), tolerant('100.02'), null, null]);
    const signed = setSignRequest(observations, { signers, value });
    const partials = await Promise.all(signers.map((index) => signOk(nodes[index] as TestNode, signed)));
    expect(outsidersVerdict(request, signed, partials)).toMatchObject({ ok: true, signers });
  });

  it('is refused where no source answers, as a source that fails', async () => {
    const { source, node, setPrices } = await startWorld(1);
    setPrices({});
    const reply = await call(node, 'observe', mixedRequest(source));
    expectRefusal(reply, 502, 'upstream_failure');
    expect(JSON.parse(reply.text)).toMatchObject({ error: 'apiConfigs[0]: the source answered 503', step: 'fetch', upstreamStatus: 503 });
  });

  it('has the value of a slow source absent after its own time, and all others', async () => {
    const held = await startSource(cleanup, () => undefined);
    const prompt = await startSource(cleanup, (_, response) => response.end('{"price":1}'));
    const limits = { fetchTimeoutMs: 200 };
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [held.name, prompt.name], limits });
    const { values } = await observeOk(node, severalRequest(prompt, [config(held, 'a'), config(prompt, 'a')]));
    expect(values[0]).toEqual({ reason: { code: 'upstream_failure', step: 'fetch', rule: 'timed_out' } });
    expect(seenValue({ values }, 1).value).toBe(toHex(exact('1')));
  });

  it('asks at most four sources of one host at once, and all of them in the end', async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    const source = await startSource(cleanup, (_, response) => {
      waiting.push(() => response.end('{"price":1}'));
      most = Math.max(most, waiting.length);
      // The answers wait for the fourth request, or for the rest of the requests.
      setImmediate(() => {
        if (waiting.length === 4 || source.requests.length >= 9) for (const answer of waiting.splice(0)) answer();
      });
    });
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name] });
    const configs = Array.from({ length: 10 }, (_, number) => config(source, `p${number}`));
    const { values } = await observeOk(node, severalRequest(source, configs));
    expect(values.every((one) => 'value' in one)).toBe(true);
    expect([most, source.requests.length]).toEqual([4, 10]);
  });

  it('logs each failed source by its id, and nothing of its configuration', async () => {
    const { source, node, observe } = await startWorld(1);
    const request = mixedRequest(source);
    await observe(request, pricesOf);
    const lines = node.logs.map((line): Record<string, unknown> => JSON.parse(line) as Record<string, unknown>);
    const failed = lines.filter(({ msg }) => msg === 'source failed');
    const { sources } = parseObserveRequest(request).subject;
    expect(failed).toMatchObject([{ sourceId: toHex(sources[2]?.sourceId ?? new Uint8Array()), step: 'fetch', upstreamStatus: 503 }]);
    expect(node.logs.join('')).not.toContain('/drift');
  });
});

describe('a list is refused', () => {
  const anyPair = { d: `0x02${'11'.repeat(32)}`, e: `0x02${'22'.repeat(32)}` };
  const cases: readonly [string, number, NodeErrorCode, Partial<ObserveRequest>][] = [
    ['with a payment', 400, 'invalid_request', { sourcePayment: { x402Version: 2, payment: 'YWJj' } }],
    [
      'with fewer than three signers where a source is in tolerance mode',
      400,
      'quorum_out_of_range',
      { signaturesRequired: 2, eligible: [0, 1] },
    ],
    ['with more values needed than it has sources', 400, 'invalid_request', { minValues: 5 }],
    ['with more sealed secrets than sources', 400, 'invalid_request', { sealed: [null, null, null, null, null] }],
    ['with one configuration beside', 400, 'invalid_request', { apiConfig: { url: 'https://prices.example/', method: 'GET' } }],
  ];

  it.each(cases)('%s', async (_case, status, code, changed) => {
    const { source, node } = await startWorld(1);
    expectRefusal(await call(node, 'observe', mixedRequest(source, changed)), status, code);
    expect(source.requests).toEqual([]);
  });

  it('with signers in advance: its value is not decided yet, and the pair is used up', async () => {
    const { source, node } = await startWorld(1);
    const own = await commitmentOf(node);
    const signers = [0, 1, 2].map((index) => ({ index, ...(index === 0 ? own : anyPair) }));
    const reply = await call(node, 'observe', mixedRequest(source, { signers }));
    expectRefusal(reply, 400, 'invalid_request');
    expect(reply.text).toContain('signers: must be sent for a single source in exact mode only');
  });

  it('with more values of all nodes together than a set may have, by name', async () => {
    const ledger = newLedger();
    const keys = Array.from({ length: 64 }, (_, index) => ledger.registry.keys[index % NODE_KEYS.length] ?? null);
    ledger.registry = { ...ledger.registry, keys, active: 64, redundancyBuffer: 10 };
    const source = await startSource(cleanup, (_, response) => response.end('{"price":1}'));
    const node = await startNode(cleanup, { ledger, allowed: [source.name] });
    const configs = Array.from({ length: MAX_SOURCES }, (_, number) => config(source, `p${number}`));
    const most = MAX_SET_VALUES / MAX_SOURCES;
    const eligible = Array.from({ length: most + 1 }, (_, index) => index);
    const tooMany = await call(node, 'observe', severalRequest(source, configs, { signaturesRequired: 25, eligible }));
    expectRefusal(tooMany, 400, 'quorum_out_of_range');
    expect(tooMany.text).toContain(`eligible: must hold at most ${most} nodes for a list of ${MAX_SOURCES} sources`);
    expect(source.requests).toEqual([]);
    await observeOk(node, severalRequest(source, configs, { signaturesRequired: 25, eligible: eligible.slice(0, most) }));
  });

  it('where there is no place for each of its sources, and no source is asked', async () => {
    const { source, node, setPrices } = await startWorld(1, { maxConcurrentObservations: 4 });
    setPrices({ steady: '1' });
    expectRefusal(await call(node, 'observe', mixedRequest(source)), 503, 'overloaded');
    expect(source.requests).toEqual([]);
    await observeOk(node, observeRequest(source, { apiConfig: config(source, 'steady') }));
  });
});

describe('a list with a private source', () => {
  function sealedFor(index: number, apiConfig: ApiConfig, notAfter = Math.floor(Date.now() / 1_000) + 60) {
    const nodes = [{ index, encryptionPublicKey: toHex(encryptionPair(index).publicKey) }];
    const { envelopes, ...sealed } = sealSecrets({ apiConfig, nodes, secrets: { key: 'c0ffee' }, notAfter, owner: OWNER });
    return { ...sealed, envelope: envelopes[String(index)] ?? '' };
  }

  async function start() {
    const { source, node, setPrices } = await startWorld(1);
    setPrices({ open: '1', private: '2' });
    const configs = [config(source, 'open'), config(source, 'private', { headers: { Authorization: 'Bearer {{secret.key}}' } })] as const;
    return { source, node, configs };
  }

  it('sends its secret to that source alone', async () => {
    const { source, node, configs } = await start();
    const { values } = await observeOk(node, severalRequest(source, configs, { sealed: [null, sealedFor(0, configs[1])] }));
    expect(values.every((one) => 'value' in one)).toBe(true);
    const sent = source.requests.map((request, place) => [request, source.headers[place]?.authorization]);
    expect(sent.toSorted()).toEqual([
      ['GET /open', undefined],
      ['GET /private', 'Bearer c0ffee'],
    ]);
  });

  it.each<[string, NodeErrorCode, (config: ApiConfig) => ReturnType<typeof sealedFor>]>([
    ['have expired', 'secrets_expired', (apiConfig) => sealedFor(0, apiConfig, Math.floor(Date.now() / 1_000) - 2)],
    [
      'are sealed for another node',
      'envelope_undecryptable',
      (apiConfig) => ({ ...sealedFor(0, apiConfig), envelope: `0x${'00'.repeat(48)}` }),
    ],
    ['are sealed for another source', 'envelope_undecryptable', (apiConfig) => sealedFor(0, { ...apiConfig, url: `${apiConfig.url}?b` })],
  ])('lacks its value where the secrets %s', async (_case, code, seal) => {
    const { source, node, configs } = await start();
    const { values } = await observeOk(node, severalRequest(source, configs, { sealed: [null, seal(configs[1])] }));
    expect(values).toMatchObject([{ value: toHex(exact('1')) }, { reason: { code } }]);
    expect(source.requests).toEqual(['GET /open']);
  });

  it('is refused as a whole where secrets are sent for another source, by the name of its member', async () => {
    const { source, node, configs } = await start();
    const sealed = sealedFor(0, configs[1]);
    for (const [given, member] of [
      [[sealed, null], 0],
      [[null, null], 1],
      [undefined, 1],
    ] as const) {
      const reply = await call(node, 'observe', severalRequest(source, configs, given === undefined ? {} : { sealed: [...given] }));
      expectRefusal(reply, 400, 'invalid_request');
      expect(reply.text).toContain(`apiConfigs[${member}]`);
    }
    expect(source.requests).toEqual([]);
  });
});

describe('a gateway that wants another list signed', () => {
  /** The observation of a node as that node would sign it, with some of its values changed. */
  function resigned(
    entry: SetEntry,
    sessionId: string,
    change: (values: ReturnType<typeof readObservation>['values']) => unknown,
    by = entry.index,
  ) {
    const { index, values } = readObservation(entry);
    const observation = { index, values: change(values) as typeof values };
    const signingKey = createSigningKey(NODE_KEYS[by] ?? new Uint8Array());
    const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
    return writeObservation(signObservation({ signingKey, sessionId: fromHex(sessionId, 32), observation }, { random }));
  }

  async function start() {
    const { source, nodes, node, observe } = await startWorld(5);
    const request = mixedRequest(source);
    const observations = await observe(request, pricesOf);
    const value = valueOfList(request, [exact('7'), tolerant('100.02'), null, null]);
    const honest = setSignRequest(observations, { signers: [0, 1, 2], value });
    const withSet = (change: (entries: SetEntry[]) => SetEntry[], changed: object = {}) => ({
      ...honest,
      ...changed,
      observationSet: { fixedAtMs: honest.observationSet.fixedAtMs, observations: change([...honest.observationSet.observations]) },
    });
    return { request, nodes, node, observations, honest, withSet, sessionId: honest.sessionId };
  }
  type Started = Awaited<ReturnType<typeof start>>;

  const nine = { value: exact('9'), receivedAtMs: unixMs(1_795_000_000_000) };
  const attacks: readonly [string, number, NodeErrorCode, (world: Started) => object][] = [
    ['leaves the own observation out', 400, 'observations_mismatch', ({ withSet }) => withSet((entries) => entries.slice(1))],
    [
      'changes one value of the own observation',
      400,
      'observations_mismatch',
      ({ withSet }) =>
        withSet(([own, ...others]) => {
          const values = readObservation(own as SetEntry).values.with(0, nine);
          return [{ ...(own as SetEntry), vector: toHex(observationVector({ values })) }, ...others];
        }),
    ],
    [
      'mixes the vectors of two nodes',
      400,
      'observations_mismatch',
      ({ withSet }) =>
        withSet((entries) => entries.map((entry) => (entry.index === 1 ? { ...entry, vector: entries[2]?.vector ?? '' } : entry))),
    ],
    [
      'takes a value out of a vector that another node has signed',
      400,
      'observations_mismatch',
      ({ withSet }) =>
        withSet((entries) =>
          entries.map((entry) =>
            entry.index === 1
              ? { ...entry, vector: toHex(observationVector({ values: readObservation(entry).values.with(3, null) })) }
              : entry,
          ),
        ),
    ],
    [
      'brings a vector of fewer values, signed by its node',
      400,
      'observations_mismatch',
      ({ withSet, sessionId }) =>
        withSet((entries) =>
          entries.map((entry) => (entry.index === 1 ? resigned(entry, sessionId, (values) => values.slice(0, 2)) : entry)),
        ),
    ],
    [
      'signs for another node',
      400,
      'observations_mismatch',
      ({ withSet, sessionId }) =>
        withSet((entries) => entries.map((entry) => (entry.index === 1 ? resigned(entry, sessionId, (values) => values, 2) : entry))),
    ],
    [
      'names a signer without an observation',
      400,
      'signers_mismatch',
      ({ withSet }) => withSet((entries) => entries.filter(({ index }) => index !== 2)),
    ],
    ['sends no set', 400, 'observations_mismatch', ({ honest: { observationSet: _set, ...rest } }) => rest],
    [
      'fixed the set long ago',
      409,
      'clock_skew',
      ({ honest }) => ({ ...honest, observationSet: { ...honest.observationSet, fixedAtMs: Date.now() - 10_000 } }),
    ],
    [
      'names the value of the list with an absent source shown',
      409,
      'value_mismatch',
      ({ honest, request }) => ({ ...honest, value: valueOfList(request, [exact('7'), tolerant('100.02'), null, exact('3')]) }),
    ],
    ['names the value of one source', 409, 'value_mismatch', ({ honest }) => ({ ...honest, value: toHex(exact('7')) })],
  ];

  it.each(attacks)('%s is refused, and has used up the pair', async (_attack, status, code, make) => {
    const world = await start();
    expectRefusal(await call(world.node, 'sign', make(world)), status, code);
    expectRefusal(await call(world.node, 'sign', world.honest), 409, 'nonce_spent');
  });

  it('has fewer values than the list needs is refused with too_few_values', async () => {
    const { source, node, observe } = await startWorld(5);
    const request = mixedRequest(source, { minValues: 3 });
    const observations = await observe(request, pricesOf);
    const value = valueOfList(request, [exact('7'), tolerant('100.02'), null, null]);
    const reply = await call(node, 'sign', setSignRequest(observations, { signers: [0, 1, 2], value }));
    expectRefusal(reply, 400, 'observations_mismatch');
    expect(reply.text).toContain('observationSet: too_few_values');
  });
});

describe('an index', () => {
  const COMBINE: Combine = { rule: 'median', minSources: 2, maxDeviationBps: 100, maxAgeMs: 60_000, decimals: 2 };

  function indexRequest(source: TestSource, changed: Partial<ObserveRequest> = {}): ObserveRequest {
    return severalRequest(
      source,
      ['a', 'b', 'c'].map((path) => config(source, path)),
      { combine: COMBINE, eligible: [0, 1, 2, 3, 4], ...changed },
    );
  }

  it.each<[string, Prices]>([
    ['down', { a: null, b: '100.1', c: '100.2' }],
    ['wrong', { a: '250', b: '100.1', c: '100.2' }],
  ])('is signed by five nodes where one of its three sources is %s', async (_case, prices) => {
    const { source, nodes, observe } = await startWorld(5);
    const request = indexRequest(source);
    const observations = await observe(request, () => prices);
    expect(observations.map((observation) => seenValue(observation).value)).toEqual(nodes.map(() => packed('100.1')));
    const signed = setSignRequest(observations, { signers: [0, 1, 2], value: packed('100.1') });
    const partials = await Promise.all(nodes.slice(0, 3).map((node) => signOk(node, signed)));
    expect(outsidersVerdict(request, signed, partials)).toMatchObject({ ok: true, signers: [0, 1, 2] });
  });

  it('is served where one of its sources may not be asked', async () => {
    const { source, node, setPrices } = await startWorld(1);
    setPrices({ a: '100', b: '100.5' });
    const closed = { url: 'http://127.0.0.1:9/', method: 'GET' } as const;
    const apiConfigs = [config(source, 'a'), config(source, 'b'), closed];
    const observed = await observeOk(node, indexRequest(source, { apiConfigs }));
    expect(seenValue(observed).value).toBe(packed('100'));
  });

  it.each<[string, Prices, object]>([
    ['answer', { a: '100' }, { step: 'fetch', upstreamStatus: 503 }],
    ['agree', { a: '100', b: '200', c: '300' }, { step: 'pack', rule: 'too_few_sources' }],
  ])('is refused where too few of its sources %s', async (_case, prices, expected) => {
    const { source, node, setPrices } = await startWorld(1);
    setPrices(prices);
    const reply = await call(node, 'observe', indexRequest(source));
    expectRefusal(reply, 502, 'upstream_failure');
    expect(JSON.parse(reply.text)).toMatchObject(expected);
  });
});

describe('a dry run of several sources', () => {
  it('tells each value of a list, and the reason of each that is absent', async () => {
    const { source, node, setPrices } = await startWorld(1);
    setPrices({ a: '1', c: '-3' });
    const apiConfigs = ['a', 'b', 'c'].map((path) => config(source, path));
    const reply = await call(node, 'simulate', { requester: OWNER, apiConfigs });
    const { values } = parseSimulateResponse(JSON.parse(reply.text));
    expect(seenValue({ values }).value).toBe(toHex(exact('1')));
    expect(values.slice(1)).toEqual([
      { reason: { code: 'upstream_failure', step: 'fetch', upstreamStatus: 503 } },
      { reason: { code: 'upstream_failure', step: 'pack', rule: 'negative' } },
    ]);
  });

  it('is as many of the dry runs of a minute as it has sources', async () => {
    const { source, node, setPrices } = await startWorld(1, { dryRunsPerMinute: 10 });
    setPrices({ a: '1', b: '2', c: '3' });
    const apiConfigs = ['a', 'b', 'c'].map((path) => config(source, path));
    const codes = [];
    for (let asked = 0; asked < 4; asked += 1) codes.push((await call(node, 'simulate', { requester: OWNER, apiConfigs })).status);
    expect(codes.filter((status) => status === 200).length).toBeLessThan(4);
    expect(source.requests.length).toBe(3 * codes.filter((status) => status === 200).length);
  });
});
