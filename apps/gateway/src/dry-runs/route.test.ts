import { deriveFeedId, deriveSourceId, formatAddress, NO_OWNER, parseApiConfig, toAddress, toHex } from '@oracle-gateway/protocol';
import type { Tenant } from '@oracle-gateway/fair-share';
import { describe, expect, it } from 'vitest';
import { createSubjectReader } from '../admission/requested-subject.js';
import { GatewayError } from '../errors/gateway-error.js';
import { gatewayAccount as sampleGateway } from '../../tests/fakes/ledger-accounts.js';
import { stagePath } from '../../tests/fakes/staged-path.js';
import type { PathPorts } from '../paths/path-ports.js';
import { stageRound, withPorts } from '../../tests/fakes/staged-round.js';
import { createRoundEngine, NodeCallError, type RoundPorts } from '../engine/testing.js';
import type { HttpRequest } from '../http/endpoint.js';
import { simulate, type SimulateDeps } from './route.js';

const apiConfig = { url: 'https://api.example.com/price', method: 'GET', responseParser: '$.amount' };
const secretConfig = { ...apiConfig, headers: { 'X-Key': '{{secret.key}}' } };
const VALUE = `0x${'00'.repeat(31)}01`;
const SEALED = {
  ephemeralPub: '0x01',
  nonceSym: '0x02',
  ciphertext: '0x03',
  envelopes: new Map([0, 1, 2, 3, 4].map((index) => [index, `0x0${index}`])),
};
const registry = { version: 1n, redundancyBuffer: 1, minSigners: 2, active: 5, createdAt: 0n, acceptUntil: 0n, keys: [] };
const key = toAddress(new Uint8Array(32).fill(1));
const owner = toAddress(new Uint8Array(32).fill(2));
const sender: Tenant = { name: 'address:a', isStranger: false };

/** The endpoint over parts that all agree, and what they were asked, in its order. */
function endpoint({
  simulate: answer,
  take,
  gatewayAccount,
  ...changes
}: Partial<SimulateDeps> & {
  readonly gatewayAccount?: PathPorts['gatewayAccount'];
  readonly simulate?: RoundPorts['nodes']['calls']['simulate'];
  readonly take?: RoundPorts['providers']['take'];
} = {}) {
  const asked: string[] = [];
  const tenants: Tenant[] = [];
  const calls: { readonly requester: string; readonly isSealed: boolean }[] = [];
  const log = <Answer>(name: string, answer: Answer): Answer => {
    asked.push(name);
    return answer;
  };
  const nodes = [4, 3, 2, 1, 0].map((index) => ({
    index,
    publicKey: new Uint8Array(64),
    origin: `https://node-${index}.example`,
    encryptionKey: null,
  }));
  const { ports } = stageRound({ nodes: [], quorum: 0 });
  const seeing: RoundPorts['nodes']['calls']['simulate'] = ({ index }, { requester, sealed }) => {
    asked.push('node');
    calls.push({ requester, isSealed: sealed !== undefined });
    return Promise.resolve({ index, values: [{ value: VALUE, receivedAtMs: 5 }] });
  };
  const engine = createRoundEngine(
    withPorts(ports, {
      nodes: { directory: () => Promise.resolve(nodes), calls: { ...ports.nodes.calls, simulate: answer ?? seeing } },
      providers: { take: take ?? (() => Promise.resolve(log('sponsorship', null))) },
    }),
  );
  const deps: SimulateDeps = {
    ports: stagePath({
      subjects: createSubjectReader({ allowedSources: [], isSponsored: () => true }),
      ledger: { currentRegistry: () => Promise.resolve(registry), nodes: () => Promise.resolve([]) },
      gatewayAccount: gatewayAccount ?? (() => Promise.resolve(log('gateway', sampleGateway({ authority: key })))),
      events: { dryRunAnswered: ({ isKnown, outcome }) => log(`answered ${isKnown ? 'known' : 'stranger'} ${outcome}`, undefined) },
      clock: { nowMs: () => 1_700_000_000_000 },
      engine,
    }),
    share: {
      requireRoom: () => log('room', undefined),
      take(tenant) {
        tenants.push(tenant);
        return log('place', { giveBack: () => log('place back', undefined) });
      },
    },
    readCaller: () => Promise.resolve(log('credential', { key, owner })),
    requireKnown: () => {
      log('known', undefined);
      return Promise.resolve();
    },
    paths: [
      { name: 'subscription', price: () => Promise.resolve(2_000n) },
      { name: 'agent', price: () => Promise.resolve(null) },
    ],
    ...changes,
  };
  const serve = simulate(deps);
  const ask = async (body: object = { apiConfig }, { isKnown = true, ...request }: Partial<HttpRequest> & { isKnown?: boolean } = {}) => {
    const answer = await serve({
      body: new TextEncoder().encode(JSON.stringify(body)),
      path: {},
      query: '',
      header: (name) => (isKnown && name === 'authorization' ? 'Simulate …' : undefined),
      sender,
      clientGone: new AbortController().signal,
      requestId: 'request',
      ...request,
    });
    if (answer.status !== 200) throw new Error('refusals are thrown');
    return answer.body.data;
  };
  return { ask, asked, tenants, calls, engine };
}
function refuse(code: 'simulate_auth_invalid' | 'simulate_not_authorised' | 'at_capacity' | 'share_used') {
  return () => {
    throw new GatewayError(code);
  };
}

describe('what a dry run is refused for, and what is no longer asked then', () => {
  it('no room: nothing of the request is read', async () => {
    const { ask, asked } = endpoint({ share: { requireRoom: refuse('at_capacity'), take: refuse('at_capacity') } });
    await expect(ask({ nonsense: true })).rejects.toMatchObject({ code: 'at_capacity' });
    expect(asked).toEqual([]);
  });

  it.each([
    ['a body without a source', {}, 'invalid_request'],
    ['a quorum below that of the registry', { apiConfig, signaturesRequired: 1 }, 'quorum_out_of_range'],
    ['a quorum above its nodes', { apiConfig, signaturesRequired: 6 }, 'quorum_out_of_range'],
  ])('%s: no credential is read', async (_case, body, code) => {
    const { ask, asked } = endpoint();
    await expect(ask(body)).rejects.toMatchObject({ code });
    expect(asked).toEqual(['room']);
  });

  it('a bad credential: no path is asked', async () => {
    const { ask, asked } = endpoint({ readCaller: () => Promise.reject(new GatewayError('simulate_auth_invalid')) });
    await expect(ask()).rejects.toMatchObject({ code: 'simulate_auth_invalid' });
    expect(asked).toEqual(['room']);
  });

  it('a key that no path would serve: no place is taken', async () => {
    const { ask, asked } = endpoint({ requireKnown: () => Promise.reject(new GatewayError('simulate_not_authorised')) });
    await expect(ask()).rejects.toMatchObject({ code: 'simulate_not_authorised' });
    expect(asked).toEqual(['room', 'credential']);
  });

  it('a stranger that would have the credential of the gateway: no place is taken', async () => {
    const { ask, asked } = endpoint();
    await expect(ask({ apiConfig: secretConfig }, { isKnown: false })).rejects.toMatchObject({ code: 'simulate_auth_missing' });
    expect(asked).toEqual(['room']);
  });

  it.each(['POST', 'DELETE'])('a stranger whose source is asked by %s: no place is taken', async (method) => {
    const { ask, asked } = endpoint();
    const changing = ask({ apiConfig: { ...apiConfig, method } }, { isKnown: false });
    await expect(changing).rejects.toMatchObject({ code: 'simulate_not_authorised' });
    await expect(changing).rejects.toThrow('apiConfig.method: must be GET or HEAD');
    expect(asked).toEqual(['room']);
    await expect(ask({ apiConfig: { ...apiConfig, method } })).resolves.toMatchObject({ wouldSign: { quorum: 3 } });
  });

  it('a gateway that is not active: no place is taken', async () => {
    const { ask, asked } = endpoint({ gatewayAccount: () => Promise.resolve(null) });
    await expect(ask()).rejects.toMatchObject({ code: 'gateway_inactive' });
    expect(asked).toEqual(['room', 'credential', 'known']);
  });

  it('a used share: no node is asked', async () => {
    const { ask, asked } = endpoint({ share: { requireRoom: () => undefined, take: refuse('share_used') } });
    await expect(ask()).rejects.toMatchObject({ code: 'share_used' });
    expect(asked).toEqual(['credential', 'known', 'gateway']);
  });
});

describe('a dry run of a stranger', () => {
  it('asks one node in the name of no owner, and is a stranger of its address', async () => {
    const { ask, asked, calls, tenants } = endpoint();
    const data = await ask({ apiConfig }, { isKnown: false });
    expect(data).toMatchObject({ wouldSign: null, reason: { code: 'one_node_asked' }, signaturesRequired: 3 });
    expect(data).not.toHaveProperty('feedId');
    expect(calls).toEqual([{ requester: formatAddress(NO_OWNER), isSealed: false }]);
    expect(tenants).toEqual([{ ...sender, isStranger: true }]);
    expect(asked).toEqual(['room', 'gateway', 'place', 'node', 'place back', 'answered stranger one_node_asked']);
  });
});

describe('a dry run of a URL in another form than is fetched', () => {
  it('names the id of the form that programs write, and of no other source', async () => {
    const { ask } = endpoint();
    const url = new URL(apiConfig.url);
    const written = { ...apiConfig, url: `HTTPS://${url.host.toUpperCase()}:443${url.pathname}${url.search}` };
    const ids = [written, apiConfig].map((config) => toHex(deriveSourceId(parseApiConfig(config))));
    expect(await ask({ apiConfig: written })).toMatchObject({ sourceId: ids[0], canonicalSourceId: ids[1] });
    expect(await ask({ apiConfig })).not.toHaveProperty('canonicalSourceId');
  });
});

describe('a dry run of a known caller', () => {
  it('asks as many nodes as a round, in the name of the owner, whose tenant it is', async () => {
    const { ask, asked, calls, tenants } = endpoint();
    const data = await ask({ apiConfig, signaturesRequired: 3 });
    const sourceId = deriveSourceId(parseApiConfig(apiConfig));
    expect(data).toMatchObject({
      feedId: toHex(deriveFeedId({ owner: key, sourceId, signaturesRequired: 3 })),
      wouldSign: { valuePacked: VALUE, quorum: 3 },
      prices: { subscription: '2000' },
    });
    expect(data.prices).not.toHaveProperty('agent');
    expect(calls).toEqual(Array(4).fill({ requester: formatAddress(owner), isSealed: false }));
    expect(tenants).toEqual([{ name: `key:${formatAddress(owner)}`, isStranger: false }]);
    expect(asked.at(-1)).toBe('answered known would_sign');
  });

  it('has a row for each node, by its index, with its value or its error', async () => {
    const { ask } = endpoint({
      simulate: ({ index }) =>
        index === 3
          ? Promise.reject(new NodeCallError({ nodeIndex: 3, step: 'simulate', fault: 'unreachable' }))
          : Promise.resolve({ index, values: [{ value: VALUE, receivedAtMs: 5 }] }),
    });
    const { nodes } = await ask({ apiConfig, signaturesRequired: 4 });
    expect(nodes.map((row) => [row.nodeIndex, 'error' in row ? row.error.code : 'value' in row ? row.receivedAtMs : row.values])).toEqual([
      [0, 5],
      [1, 5],
      [2, 5],
      [3, 'node_unreachable'],
      [4, 5],
    ]);
  });

  it('of a list has the values of each source, counts each, and says which texts fit the ledger', async () => {
    const long = { ...apiConfig, url: `https://api.example.com/${'a'.repeat(900)}` };
    const taken: number[] = [];
    const absent = { reason: { code: 'upstream_failure', step: 'select' } } as const;
    const { ask } = endpoint({
      simulate: ({ index }) => Promise.resolve({ index, values: [{ value: VALUE, receivedAtMs: 5 }, absent] }),
      share: {
        requireRoom: () => undefined,
        take(_tenant, sources) {
          taken.push(sources);
          return { giveBack: () => undefined };
        },
      },
    });
    const data = await ask({ apiConfigs: [apiConfig, long], minValues: 1, signaturesRequired: 3 });
    expect(taken).toEqual([2]);
    const reason = { code: 'upstream_failure', detail: 'the answer of the source fails at the step select', step: 'select' };
    expect(data).toMatchObject({
      sources: [{ onChain: true, mode: 'exact' }, { onChain: false }],
      wouldSign: { quorum: 3, values: [{ valuePacked: VALUE }, { reason }] },
    });
    expect(data).not.toHaveProperty('mode');
    expect(data.wouldSign?.value).toBe(data.wouldSign?.valuePacked);
    expect(data.nodes[0]).toMatchObject({ values: [{ valuePacked: VALUE, receivedAtMs: 5 }, { error: reason }] });
  });

  it('of an index is as of a source, and tells its sources', async () => {
    const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 15_000, decimals: 8 };
    const { ask } = endpoint();
    const data = await ask({ apiConfigs: [apiConfig, { ...apiConfig, url: 'https://b.example/' }], combine, signaturesRequired: 3 });
    expect(data).toMatchObject({ mode: 'tolerance', decimals: 8, onChain: true, sources: [{ mode: 'exact' }, { mode: 'exact' }] });
    expect(data.nodes[0]).toMatchObject({ valuePacked: VALUE });
  });

  it('is given the credential of the gateway, sealed, where the caller brings none', async () => {
    const { ask, calls } = endpoint({
      take: () => Promise.resolve({ sealed: [SEALED], giveBack: () => Promise.resolve() }),
    });
    await ask({ apiConfig: secretConfig });
    expect(calls).toEqual(Array(4).fill({ requester: formatAddress(owner), isSealed: true }));
  });
});

describe('the place of a dry run', () => {
  it('is given back where the calls of the gateway are spent', async () => {
    const spent = () => Promise.reject(new GatewayError('sponsored_calls_spent'));
    const { ask, asked } = endpoint({ take: spent });
    await expect(ask()).rejects.toMatchObject({ code: 'sponsored_calls_spent' });
    expect(asked.slice(-2)).toEqual(['place', 'place back']);
  });

  it('is given back where the caller leaves, which ends the questions to nodes', async () => {
    const leaving = new AbortController();
    const { ask, asked } = endpoint({ simulate: (node, _request, { signal }) => untilAborted(node.index, signal, () => leaving.abort()) });
    await expect(ask({ apiConfig }, { clientGone: leaving.signal })).rejects.toMatchObject({ code: 'client_gone' });
    expect(asked.slice(-1)).toEqual(['place back']);
  });

  it('is given back where the gateway stops', async () => {
    const { ask, asked, engine } = endpoint({
      simulate: (node, _request, { signal }) => untilAborted(node.index, signal, () => void engine.drain(0)),
    });
    await expect(ask()).rejects.toMatchObject({ code: 'shutting_down' });
    expect(asked.slice(-1)).toEqual(['place back']);
  });
});

/** A node that does not answer until the end, which comes once nodes have been asked. */
function untilAborted(nodeIndex: number, signal: AbortSignal, end: () => void): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new NodeCallError({ nodeIndex, step: 'simulate', fault: 'timeout' })));
    setImmediate(end);
  });
}
