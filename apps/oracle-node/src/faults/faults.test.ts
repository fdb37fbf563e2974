import { afterEach, describe, expect, it } from 'vitest';
import { parseObserveResponse, parseSignResponse } from '@oracle-gateway/node-api';
import { unixMs } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { createFaults, FAULTS, type Fault, type Faults } from './faults.js';
import type { HandleRequest, NodeRequest } from '../http/exchange.js';
import {
  Cleanup,
  call,
  newLedger,
  observeOk,
  observeRequest,
  priceSource,
  seenValue,
  signOk,
  signRequest,
  startNode,
  startSource,
} from '../../tests/fixture.js';
import { asked } from '../../tests/source-servers.js';

const TOKEN = 'token-of-at-least-16-characters';
const PARTIAL = `0x${'ab'.repeat(32)}`;
const PAIR = { d: `0x02${'11'.repeat(32)}`, e: `0x02${'22'.repeat(32)}` };
const SIGNED = { partial: PARTIAL, groupCommitment: `0x02${'cd'.repeat(32)}` };
const OBSERVED = { sessionId: PARTIAL, index: 0, values: [{ value: PARTIAL, receivedAtMs: 1 }], nonces: [PAIR, PAIR] };

function request(path: string, body = '', authorization?: string): NodeRequest {
  return {
    method: 'POST',
    path,
    header: (name) => (name === 'authorization' ? authorization : undefined),
    body: new TextEncoder().encode(body),
    peer: { block: '127.0.0.1', gateway: () => null, admit: () => undefined },
    signal: new AbortController().signal,
  };
}

/** `observed` is what the honest node answers when it is asked to observe. */
function start(observed: object = OBSERVED) {
  const events: string[] = [];
  const faults = createFaults({
    token: TOKEN,
    delay: (ms) => {
      events.push(`waited ${ms}`);
      return Promise.resolve();
    },
    die: () => events.push('died'),
  });
  const honest: HandleRequest = ({ path }) => {
    events.push(`handled ${path}`);
    const bodies: Record<string, object> = { '/v1/sign': SIGNED, '/v1/observe': observed };
    return Promise.resolve({ status: 200, body: JSON.stringify(bodies[path] ?? {}) });
  };
  const handle = faults.wrapHandler(honest);
  const choose = (fault: string, token = TOKEN) => handle(request('/faults', JSON.stringify({ fault }), `Bearer ${token}`));
  return { events, faults, handle, choose };
}

/** Values of a list of two, as an honest node observes them. */
const SEEN = [1, 2].map((fill) => ({ value: new Uint8Array(32).fill(fill), receivedAtMs: unixMs(1) }));

function observedWith(faults: Faults) {
  const { by, signal, charge } = asked();
  const subject = sourceSubject({ url: 'https://a.example/', method: 'GET' });
  return faults.wrapSubject(() => Promise.resolve(SEEN))({ subject, sources: [], leavePlaces: [], by, signal, charge });
}

describe('faults', () => {
  it('without one, a node is honest', async () => {
    const { events, faults, handle } = start();
    expect(await observedWith(faults)).toEqual(SEEN);
    expect((await handle(request('/v1/sign'))).body).toBe(JSON.stringify(SIGNED));
    expect(events).toEqual(['handled /v1/sign']);
  });

  it.each<[Fault, number[]]>([
    ['lie', [0, 3]],
    ['lie-of-first', [0, 2]],
  ])('%s changes one bit of a value', async (fault, last) => {
    const { choose, faults } = start();
    await choose(fault);
    expect((await observedWith(faults)).map((seen) => ('value' in seen ? seen.value.at(-1) : seen))).toEqual(last);
  });

  it('lack-first takes the first value alone away', async () => {
    const { choose, faults } = start();
    await choose('lack-first');
    expect(await observedWith(faults)).toMatchObject([{ code: 'upstream_failure', step: 'fetch' }, SEEN[1]]);
  });

  it.each([undefined, 'Bearer wrong', TOKEN, `bearer ${TOKEN}`, 'Bearer '])(
    'cannot be chosen with the credential %j',
    async (authorization) => {
      const { handle } = start();
      expect((await handle(request('/faults', '{"fault":"lie"}', authorization))).status).toBe(401);
    },
  );

  it.each(['{"fault":"explode"}', '{}', '', '[]', '{"fault":null}'])('cannot be chosen by the body %j', async (body) => {
    const { handle } = start();
    expect((await handle(request('/faults', body, `Bearer ${TOKEN}`))).status).toBe(400);
  });

  it.each(FAULTS)('%s can be chosen and taken back', async (fault) => {
    const { choose } = start();
    expect(await choose(fault)).toEqual({ status: 200, body: JSON.stringify({ fault }) });
    expect(await choose('none')).toEqual({ status: 200, body: '{"fault":"none"}' });
  });

  it.each<[Fault, string, string[]]>([
    ['late', '/v1/observe', ['waited 12500', 'handled /v1/observe']],
    ['late', '/v1/sign', ['waited 2500', 'handled /v1/sign']],
    ['late', '/health', ['handled /health']],
    ['die-between', '/v1/observe', ['handled /v1/observe']],
    ['die-between', '/v1/sign', ['died', 'handled /v1/sign']],
  ])('%s at %s', async (fault, path, expected) => {
    const { events, choose, handle } = start();
    await choose(fault);
    await handle(request(path));
    expect(events).toEqual(expected);
  });

  it('garbage is not JSON, on operations only', async () => {
    const { choose, handle } = start();
    await choose('garbage');
    expect((await handle(request('/v1/observe'))).body).toMatch(/^</);
    expect((await handle(request('/health'))).body).toBe('{}');
  });

  it('bad-partial changes one bit of the partial signature', async () => {
    const { choose, handle } = start();
    await choose('bad-partial');
    const answer = parseSignResponse(JSON.parse((await handle(request('/v1/sign'))).body));
    expect(answer).toEqual({ ...SIGNED, partial: `${PARTIAL.slice(0, -1)}a` });
  });

  it('bad-partial changes that of an observation likewise, and nothing else of it', async () => {
    const { choose, handle } = start({ ...OBSERVED, partial: PARTIAL });
    await choose('bad-partial');
    const answer: unknown = JSON.parse((await handle(request('/v1/observe'))).body);
    expect(parseObserveResponse(answer)).toEqual({ ...OBSERVED, partial: `${PARTIAL.slice(0, -1)}a` });
  });

  it('die-between ends a node that has signed what it saw before it answers', async () => {
    const { events, choose, handle } = start({ ...OBSERVED, partial: PARTIAL });
    await choose('die-between');
    await handle(request('/v1/observe'));
    expect(events).toEqual(['handled /v1/observe', 'died']);
  });
});

describe('a lying node', () => {
  const cleanup = new Cleanup();
  afterEach(() => cleanup.run());

  it('observes another value and signs it as its own, so only the others can tell', async () => {
    const ledger = newLedger();
    const source = await startSource(cleanup, priceSource);
    const honest = await startNode(cleanup, { ledger, index: 1, allowed: [source.name] });
    const config = { faults: { enabled: true } };
    const liar = await startNode(cleanup, { ledger, index: 0, allowed: [source.name], config, secrets: { faultsToken: TOKEN } });
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await fetch(`${liar.url}/faults`, { method: 'POST', headers, body: '{"fault":"lie"}' })).status).toBe(200);

    const request = observeRequest(source);
    const [lie, truth] = [await observeOk(liar, request), await observeOk(honest, request)];
    expect(lie.sessionId).toBe(truth.sessionId);
    expect(seenValue(lie)).not.toEqual(seenValue(truth));
    await signOk(liar, signRequest([lie, truth]));
    expect((await call(honest, 'sign', signRequest([lie, truth]))).status).toBe(409);
  });
});
