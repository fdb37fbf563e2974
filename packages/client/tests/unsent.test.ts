import { ed25519 } from '@noble/curves/ed25519.js';
import { formatAddress, parseAddress, parseApiConfig, toAddress, x402RequestMemo } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { configAddress } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { agent } from '../src/accounts/agent.js';
import { delegate } from '../src/accounts/delegate.js';
import { owner } from '../src/accounts/owner.js';
import { session } from '../src/accounts/session.js';
import { TransportError, UnknownOutcomeError } from '../src/base/errors.js';
import type { Signer } from '../src/base/signer.js';
import { createClient } from '../src/client.js';
import { createGatewayHttp } from '../src/http/gateway-http.js';
import { readData } from '../src/http/read-data.js';
import type { Fetch } from '../src/http/read-json.js';
import type { Account } from '../src/rounds/account.js';
import { payPerRequest } from '../src/wallet.js';
import { CONFIG, draftOf, fakeIo, fakeLedger, GATEWAY, NOW_SECONDS } from './fake-io.js';
import { fakeRpc } from './fake-rpc.js';
import { testWallet } from './test-wallet.js';

const URL_OF_GATEWAY = 'http://gateway.test:8080';
const source = parseApiConfig(vector.apiConfig);
const draft = draftOf(sourceSubject(source));

const secret = new Uint8Array(32).fill(9);
const signer: Signer = {
  address: formatAddress(toAddress(ed25519.getPublicKey(secret))),
  sign: (message) => Promise.resolve(ed25519.sign(message, secret)),
};

function failed(cause: object): TypeError {
  return new TypeError('fetch failed', { cause });
}

function withMembers(message: string, members: object): Error {
  return Object.assign(new Error(message), members);
}

/** Errors by which Node's `fetch` tells that nothing was sent, with the text for the caller. */
const NOT_SENT: Readonly<Record<string, readonly [Error, string]>> = {
  'a port without a server': [failed(withMembers('connect', { code: 'ECONNREFUSED', syscall: 'connect' })), 'connection refused'],
  'two addresses without a server': [
    failed(
      Object.assign(
        new AggregateError([
          withMembers('', { code: 'ECONNREFUSED', syscall: 'connect' }),
          withMembers('', { code: 'ETIMEDOUT', syscall: 'connect' }),
        ]),
        { code: 'ECONNREFUSED' },
      ),
    ),
    'connection refused',
  ],
  'no such host': [failed(withMembers('getaddrinfo', { code: 'ENOTFOUND', syscall: 'getaddrinfo' })), 'no such host'],
  'no name server': [failed(withMembers('getaddrinfo', { code: 'EAI_AGAIN' })), 'the name server does not answer'],
  'no route to the host': [failed(withMembers('connect', { code: 'EHOSTUNREACH' })), 'no route to the host'],
  'no route to the network': [failed(withMembers('connect', { code: 'ENETUNREACH' })), 'no route to the network'],
  'no connection in time': [failed(withMembers('timeout', { code: 'UND_ERR_CONNECT_TIMEOUT' })), 'no connection in time'],
  'another failure to connect': [failed(withMembers('connect', { code: 'EADDRNOTAVAIL', syscall: 'connect' })), 'EADDRNOTAVAIL'],
  ...Object.fromEntries(
    ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'].map((code) => [
      code,
      [failed(withMembers('certificate', { code })), `its certificate is refused: ${code}`] as const,
    ]),
  ),
  'a port that fetch refuses': [failed(new Error('bad port')), 'fetch refuses this port'],
};

/** Failures after which the request may have arrived. */
const MAYBE_SENT: Readonly<Record<string, Error>> = {
  'a connection that is reset': failed(withMembers('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' })),
  'a connection that is closed': failed(withMembers('other side closed', { code: 'UND_ERR_SOCKET' })),
  'an answer that does not begin': failed(withMembers('timeout', { code: 'UND_ERR_HEADERS_TIMEOUT' })),
  'a record of TLS that is broken': failed(withMembers('bad record', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' })),
  'one address without a server and one that was cut': failed(
    new AggregateError([withMembers('', { code: 'ECONNREFUSED' }), withMembers('', { code: 'ECONNRESET' })]),
  ),
  'a failure without a reason': failed({}),
  'a redirect': failed(new Error('unexpected redirect')),
};

type Answer = Error | object;
const INFO = { status: 'ok', data: { gatewayPda: GATEWAY } };
const ABSENT = { error: 'no such round', code: 'round_not_found' };

const { programId, network } = fakeLedger();
const memo = x402RequestMemo({
  programId,
  gateway: parseAddress(GATEWAY),
  sourceId: draft.subject.sourceId,
  signaturesRequired: 3,
  registryVersion: 3n,
});
const TERMS = {
  error: 'pay first',
  code: 'payment_required',
  accepts: [
    {
      ...{ scheme: 'exact', network, amount: '1800', asset: formatAddress(CONFIG.mint), payTo: formatAddress(configAddress(programId)) },
      ...{ maxTimeoutSeconds: 60, extra: { feePayer: '11111111111111111111111111111112', memo } },
    },
  ],
};

const opened = { gateway: URL_OF_GATEWAY, token: 'token', address: signer.address, subscriptionOwner: signer.address };
const ACCOUNTS: Readonly<Record<string, () => Account>> = {
  owner: () => owner({ signer }),
  delegate: () => delegate({ signer, subscriptionOwner: GATEWAY }),
  'an open session': () => session({ opened: { ...opened, expiresAtSeconds: NOW_SECONDS + 3_600 } }),
  agent: () => agent({ signer, maxAmount: 10_000n }),
  'pay per request': () =>
    payPerRequest({ maxAmount: 5_000n, fetch: fakeRpc().fetch, confirm: () => Promise.resolve(), signer: testWallet() }),
};

/**
 * Asks for a round of a gateway that answers everything but the calls that may cost something. Those fail in turn, the last one again and
 * again.
 */
async function ask(account: Account, faults: readonly Answer[], { isNode = true, info = [INFO] as readonly Answer[] } = {}) {
  const io = fakeIo(() => ABSENT);
  let [costing, infos] = [0, 0];
  const fetch: Fetch = (url, init = {}) => {
    const path = (url as string).slice(URL_OF_GATEWAY.length);
    const say = (answer: Answer): Promise<Response> => {
      const code = 'code' in answer && answer !== ABSENT ? 402 : answer === ABSENT ? 404 : 200;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(Response.json(answer, { status: code }));
    };
    if (path === '/v1/info') return say(info[Math.min((infos += 1), info.length) - 1]!);
    if (init.method !== 'POST') return say(ABSENT);
    const isFree = path === '/v1/x402/execute' && new Headers(init.headers).get('payment-signature') === null;
    return say(isFree ? TERMS : faults[Math.min((costing += 1), faults.length) - 1]!);
  };
  const gateway = createGatewayHttp({ baseUrl: URL_OF_GATEWAY, fetch, timeoutMs: 1_000, tellsWhy: isNode });
  const error: unknown = await account.earn(draft, { ...io, gateway }).catch((failure: unknown) => failure);
  return { error, costing, waitedMs: io.waited.reduce((sum, one) => sum + one, 0) };
}

describe.each(Object.entries(ACCOUNTS))('a round of %s', (_name, account) => {
  it.each(Object.entries(NOT_SENT))('fails at once where it was not sent, with the reason: %s', async (_fault, [fault, why]) => {
    const { error, costing, waitedMs } = await ask(account(), [fault]);
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ peer: 'gateway', sent: 'nothing', message: `cannot reach the gateway at ${URL_OF_GATEWAY} (${why})` });
    expect(costing).toBe(3);
    expect(waitedMs).toBeLessThan(1_000);
  });

  it.each(Object.entries(MAYBE_SENT))('is unknown where it may have been sent: %s', async (_fault, fault) => {
    expect((await ask(account(), [fault])).error).toBeInstanceOf(UnknownOutcomeError);
  });

  it('stays unknown where it may have been sent, whatever a later call says', async () => {
    const [[refused]] = Object.values(NOT_SENT) as [readonly [Error, string]];
    const [cut] = Object.values(MAYBE_SENT) as [Error];
    expect((await ask(account(), [cut, refused])).error).toBeInstanceOf(UnknownOutcomeError);
    expect((await ask(account(), [refused, cut, refused])).error).toBeInstanceOf(UnknownOutcomeError);
  });

  it('is unknown once it may have been sent, even if it was not at first', async () => {
    const [[refused]] = Object.values(NOT_SENT) as [readonly [Error, string]];
    const [cut] = Object.values(MAYBE_SENT) as [Error];
    expect((await ask(account(), [refused, cut])).error).toBeInstanceOf(UnknownOutcomeError);
  });

  it('is sent nothing by a page whose gateway gives no answer just before', async () => {
    const { error, costing } = await ask(account(), [failed({})], { isNode: false, info: [failed({})] });
    expect(error).toMatchObject({ name: 'TransportError', peer: 'gateway' });
    expect(costing).toBe(0);
  });

  it('of a page is unknown where the gateway goes away after that', async () => {
    expect((await ask(account(), [failed({})], { isNode: false })).error).toBeInstanceOf(UnknownOutcomeError);
  });
});

describe('a page', () => {
  it.each(['owner', 'delegate', 'an open session', 'pay per request'])('of %s knows that nothing was sent', async (name) => {
    const info = name === 'pay per request' ? [INFO, failed({})] : [failed({})];
    const { error, costing } = await ask(ACCOUNTS[name]!(), [failed({})], { isNode: false, info });
    expect(error).toMatchObject({ name: 'TransportError', sent: 'nothing' });
    expect(costing).toBe(0);
  });
});

describe('a client of a gateway that is not there', () => {
  /** The port of a server that is gone. */
  const gateway = 'http://127.0.0.1:1';
  const client = createClient({ gateway, account: owner({ signer }) });
  const reads: Readonly<Record<string, () => Promise<unknown>>> = {
    info: () => client.info(),
    nodes: () => client.nodes(),
    providers: () => client.providers(),
    rounds: () => client.rounds(),
    quota: () => client.quota(),
    usage: () => client.usage(),
    roundStatus: () => client.roundStatus('a'),
    follow: async () => {
      for await (const status of client.follow('a')) expect(status).toBeUndefined();
    },
  };

  it.each(Object.entries(reads))('says so in %s', async (_name, read) => {
    const error = await read().catch((failure: unknown) => failure);
    expect(error).toMatchObject({ sent: 'nothing', message: 'cannot reach the gateway at http://127.0.0.1:1 (fetch refuses this port)' });
  });

  it('says so in a dry run, whose requests are sent by the same call', async () => {
    const io = fakeIo(() => ABSENT);
    const [[fault]] = Object.values(NOT_SENT) as [readonly [Error, string]];
    const fetch: Fetch = () => Promise.reject(fault);
    const http = createGatewayHttp({ baseUrl: URL_OF_GATEWAY, fetch, timeoutMs: 1_000, tellsWhy: true });
    const asked = readData({ ...io, gateway: http }, { method: 'POST', path: '/v1/simulate' }, (data): data is object => data !== null);
    await expect(asked).rejects.toMatchObject({ sent: 'nothing' });
    expect(io.waited).toHaveLength(2);
  });

  it('names no key of a URL', async () => {
    const io = fakeIo(() => ABSENT);
    const [[fault]] = Object.values(NOT_SENT) as [readonly [Error, string]];
    const fetch: Fetch = () => Promise.reject(fault);
    const baseUrl = 'http://user:secret-of-mine@gateway.test/secret-of-mine?key=secret-of-mine';
    const http = createGatewayHttp({ baseUrl, fetch, timeoutMs: 1_000, tellsWhy: true });
    const error: unknown = await readData({ ...io, gateway: http }, { path: '/' }, (data): data is object => data !== null).catch(
      (failure: unknown) => failure,
    );
    expect((error as Error).message).toBe('cannot reach the gateway at http://gateway.test (connection refused)');
  });
});
