import { ContractError } from '@oracle-gateway/contract';
import { describe, expect, it } from 'vitest';
import { nodeOperations, type NodeOperationName } from './operations.js';
import { MAX_COMMITMENTS } from './body-limits.js';
import { parseCommitRequest, parseCommitResponse } from './operations/commit.js';
import { health, parseHealthResponse } from './operations/health.js';
import { parseObserveRequest, parseObserveResponse } from './operations/observe.js';
import { parseReleaseRequest, parseReleaseResponse } from './operations/release.js';
import { parseSignRequest, parseSignResponse } from './operations/sign.js';
import { parseSimulateRequest, parseSimulateResponse } from './operations/simulate.js';
import { parseVouchRequest, parseVouchResponse } from './operations/vouch.js';

function bytes(length: number, fill = 'ab'): string {
  return `0x${fill.repeat(length)}`;
}
function point(fill: string): string {
  return `0x02${fill.repeat(32)}`;
}
const owner = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU';
const pair = { d: point('11'), e: point('22') };
const signature = { s: bytes(32), commitment: bytes(20) };
const observed = { value: bytes(32), receivedAtMs: 1_795_000_000_000 };
/** Present, a value, and a time of eight bytes. */
const entry = `01${'ab'.repeat(38)}0000`;
const observation = { index: 0, vector: `0x${entry}`, signature };
const sealed = { ephemeralPub: bytes(32), nonceSym: bytes(12), ciphertext: bytes(8_208), envelope: bytes(48) };
function setOf(...observations: unknown[]) {
  return { observationSet: { fixedAtMs: 1_795_000_000_100, observations } };
}

interface Example {
  readonly valid: Readonly<Record<string, unknown>>;
  readonly parse: (plain: unknown) => unknown;
  /** Changed members that make the body invalid; `undefined` removes the member. */
  readonly invalid: readonly Readonly<Record<string, unknown>>[];
}

/** A new operation without its examples does not compile. */
const examples: Readonly<Record<NodeOperationName | 'health', { readonly request?: Example; readonly response: Example }>> = {
  commit: {
    request: {
      parse: parseCommitRequest,
      valid: { count: MAX_COMMITMENTS, gatewayNonce: bytes(16) },
      invalid: [{ count: 0 }, { count: MAX_COMMITMENTS + 1 }, { count: 1.5 }, { gatewayNonce: bytes(15) }, { gatewayNonce: undefined }],
    },
    response: {
      parse: parseCommitResponse,
      valid: { bootId: bytes(16), lifeMs: 120_000, nonces: [pair, pair] },
      invalid: [
        { bootId: bytes(15) },
        { lifeMs: -1 },
        { nonces: [] },
        { nonces: Array.from({ length: MAX_COMMITMENTS + 1 }, () => pair) },
        { nonces: [{ d: point('11') }] },
        { nonces: [{ ...pair, secret: bytes(32) }] },
      ],
    },
  },
  observe: {
    request: {
      parse: parseObserveRequest,
      valid: {
        requester: owner,
        feedOwner: '11111111111111111111111111111111',
        apiConfig: { url: 'https://prices.example/btc', method: 'GET', responseParser: '$.price' },
        signaturesRequired: 2,
        registryVersion: 1,
        timestampMs: 1_795_000_000_000,
        observedAtMs: 1_795_000_000_123,
        eligible: [0, 2, 4],
        gatewayNonce: bytes(16),
        sourcePayment: { x402Version: 2, payment: 'eyJ4NDAyVmVyc2lvbiI6Mn0=' },
        sealed: [sealed],
        signers: [
          { index: 0, ...pair },
          { index: 2, ...pair },
        ],
      },
      invalid: [
        { requester: 'not-base58-0OIl' },
        { requester: '1111' },
        { feedOwner: undefined },
        { timeRule: 'flat' },
        { observedAtMs: undefined },
        { observedAtMs: 0.5 },
        { apiConfig: null },
        { apiConfig: undefined },
        { apiConfig: { url: 'ftp://prices.example', method: 'GET' } },
        { apiConfig: { url: 'https://prices.example/btc', method: 'GET', retries: 1 } },
        { apiConfigs: [{ url: 'https://prices.example/eth', method: 'GET' }] },
        { minValues: 1 },
        { combine: { rule: 'median' } },
        { signaturesRequired: 0 },
        { signaturesRequired: 65 },
        { signaturesRequired: 1.5 },
        { registryVersion: -1 },
        { registryVersion: '1' },
        { timestampMs: 2 ** 53 },
        { eligible: [] },
        { eligible: [2, 0] },
        { eligible: [1, 1] },
        { eligible: [64] },
        { eligible: Array.from({ length: 65 }, (_, index) => index) },
        { gatewayNonce: bytes(15) },
        { encKeyBundle: null },
        { sourcePayment: null },
        { sourcePayment: 'eyJ4NDAyVmVyc2lvbiI6Mn0=' },
        { sourcePayment: { x402Version: 3, payment: 'YQ==' } },
        { sourcePayment: { x402Version: 2 } },
        { sourcePayment: { x402Version: 2, payment: '' } },
        { sourcePayment: { x402Version: 2, payment: 'YQ==\r\nx-other: 1' } },
        { sourcePayment: { x402Version: 2, payment: 'A'.repeat(4_097) } },
        { sourcePayment: { x402Version: 2, payment: 'YQ==', headerName: 'authorization' } },
        { sealed: null },
        { sealed },
        { sealed: [] },
        { sealed: [sealed, null] },
        { sealed: [{ ...sealed, ephemeralPub: bytes(31) }] },
        { sealed: [{ ...sealed, nonceSym: bytes(13) }] },
        { sealed: [{ ...sealed, ciphertext: bytes(8_209) }] },
        { sealed: [{ ...sealed, ciphertext: `${bytes(20)}a` }] },
        { sealed: [{ ...sealed, envelope: bytes(47) }] },
        { sealed: [{ ...sealed, envelope: undefined }] },
        { sealed: [{ ...sealed, envelopes: { 0: bytes(48) } }] },
        { signers: null },
        { signers: [] },
        { signers: [{ index: 0, d: point('11') }] },
        {
          signers: [
            { index: 2, ...pair },
            { index: 0, ...pair },
          ],
        },
      ],
    },
    response: {
      parse: parseObserveResponse,
      valid: {
        sessionId: bytes(32),
        index: 2,
        values: [observed],
        signature,
        partial: bytes(32),
        groupCommitment: point('33'),
        nonces: [pair, pair],
      },
      invalid: [
        { partial: null },
        { partial: bytes(33) },
        { groupCommitment: bytes(33, '04') },
        { signature: null },
        { signature: { s: bytes(32) } },
        { signature: { ...signature, commitment: bytes(32) } },
        { sessionId: bytes(31) },
        { index: 64 },
        { values: undefined },
        { values: [] },
        { values: [null] },
        { values: [{ ...observed, value: bytes(33) }] },
        { values: [{ ...observed, receivedAtMs: -1 }] },
        { values: [{ reason: { code: 'no_such_code' } }] },
        { values: [{ reason: { code: 'upstream_failure', error: 'text' } }] },
        { values: [{ ...observed, reason: { code: 'upstream_failure' } }] },
        { values: Array.from({ length: 33 }, () => observed) },
        { nonces: [pair] },
        { nonces: [pair, pair, pair] },
        { nonces: [pair, { d: point('11') }] },
        { nonces: [pair, { d: bytes(33, '04'), e: point('22') }] },
        { secretKey: bytes(32) },
      ],
    },
  },
  sign: {
    request: {
      parse: parseSignRequest,
      valid: {
        sessionId: bytes(32),
        attempt: 1,
        value: bytes(32),
        signers: [
          { index: 0, ...pair },
          { index: 3, ...pair },
        ],
        ...setOf(observation, { ...observation, index: 3 }),
      },
      invalid: [
        { observationSet: null },
        { observationSet: { observations: [observation] } },
        setOf(),
        setOf({ ...observation, index: 64 }),
        setOf({ ...observation, vector: `0x${entry.slice(2)}` }),
        setOf({ ...observation, vector: `0x02${entry.slice(2)}` }),
        setOf({ ...observation, vector: `0x00${entry.slice(2)}` }),
        setOf({ ...observation, vector: `0x01${'ab'.repeat(40)}` }),
        setOf({ ...observation, vector: '0x' }),
        setOf({ ...observation, vector: `0x${entry.repeat(33)}` }),
        setOf({ ...observation, signature: undefined }),
        setOf({ ...observation, index: 3 }, observation),
        setOf(observation, observation),
        { sessionId: undefined },
        { attempt: 2 },
        { attempt: -1 },
        { attempt: true },
        { value: '0x' },
        { signers: [] },
        {
          signers: [
            { index: 3, ...pair },
            { index: 0, ...pair },
          ],
        },
        {
          signers: [
            { index: 3, ...pair },
            { index: 3, ...pair },
          ],
        },
        { signers: [{ index: 0, d: point('11') }] },
        { message: bytes(32) },
      ],
    },
    response: {
      parse: parseSignResponse,
      valid: { partial: bytes(32), groupCommitment: point('33') },
      invalid: [
        { partial: bytes(31) },
        { partial: undefined },
        { groupCommitment: undefined },
        { groupCommitment: bytes(33, '04') },
        { x: 1 },
      ],
    },
  },
  release: {
    request: {
      parse: parseReleaseRequest,
      valid: { sessionIds: [bytes(32), bytes(32, 'cd')] },
      invalid: [{ sessionIds: [] }, { sessionIds: Array.from({ length: 65 }, () => bytes(32)) }, { sessionIds: ['0x'] }],
    },
    response: { parse: parseReleaseResponse, valid: { released: 2 }, invalid: [{ released: -1 }, { released: 65 }] },
  },
  simulate: {
    request: {
      parse: parseSimulateRequest,
      valid: {
        requester: owner,
        apiConfig: { url: 'https://prices.example/btc', method: 'GET', responseParser: '$.price' },
        sealed: [sealed],
      },
      invalid: [
        { requester: 'not-base58-0OIl' },
        { requester: undefined },
        { apiConfig: null },
        { apiConfig: { url: 'ftp://prices.example', method: 'GET' } },
        { sealed: null },
        { sealed: [{ ...sealed, envelope: undefined }] },
        { gatewayNonce: bytes(16) },
        { sourcePayment: { x402Version: 2, payment: 'YQ==' } },
        { timestampMs: 1 },
      ],
    },
    response: {
      parse: parseSimulateResponse,
      valid: { index: 2, values: [observed, { reason: { code: 'upstream_failure', step: 'fetch', upstreamStatus: 404 } }] },
      invalid: [{ index: 64 }, { values: [{ ...observed, value: bytes(31) }] }, { values: [] }, { body: 'x' }, { partial: bytes(32) }],
    },
  },
  vouch: {
    request: {
      parse: parseVouchRequest,
      valid: {
        signerVersion: 1,
        version: 2,
        signedAtSeconds: 1_795_000_000,
        message: bytes(32),
        signers: [
          { index: 0, ...pair },
          { index: 2, ...pair },
        ],
      },
      invalid: [
        { signerVersion: 0 },
        { version: 2 ** 53 },
        { version: '2' },
        { signedAtSeconds: 1.5 },
        { signedAtSeconds: -1 },
        { message: bytes(31) },
        { message: undefined },
        { signers: [] },
        { signers: [{ index: 64, ...pair }] },
        {
          signers: [
            { index: 2, ...pair },
            { index: 0, ...pair },
          ],
        },
        { keys: [bytes(64)] },
      ],
    },
    response: {
      parse: parseVouchResponse,
      valid: { partial: bytes(32), groupCommitment: point('44') },
      invalid: [{ partial: bytes(31) }, { groupCommitment: bytes(33, '05') }, { groupCommitment: undefined }, { message: bytes(32) }],
    },
  },
  health: {
    response: {
      parse: parseHealthResponse,
      valid: {
        status: 'unready',
        reasons: ['own_key_not_registered'],
        index: 0,
        publicKey: bytes(64),
        registryVersion: null,
        maxBodyBytes: 262_144,
      },
      invalid: [
        { status: 'fine' },
        { reasons: ['tired'] },
        { publicKey: bytes(33) },
        { registryVersion: -1 },
        { maxBodyBytes: 262_143 },
        { maxBodyBytes: 1_048_577 },
        { endpoint: 'http://10.0.0.1' },
      ],
    },
  },
};

for (const [name, { request, response }] of Object.entries(examples)) {
  for (const [side, example] of Object.entries({ request, response })) {
    if (example !== undefined) {
      describe(`${name} ${side}`, () => {
        it('accepts the example', () => {
          // A request of sources comes back with its subject beside its members.
          expect({ ...(example.parse(example.valid) as object), subject: undefined }).toEqual(example.valid);
        });

        it.each(example.invalid)('refuses %j', (change) => {
          const changed = Object.fromEntries(Object.entries({ ...example.valid, ...change }).filter(([, value]) => value !== undefined));
          expect(() => example.parse(changed)).toThrow(ContractError);
        });
      });
    }
  }
}

describe('nodeOperations', () => {
  it('is keyed by name, and every path is its own', () => {
    for (const [name, operation] of Object.entries(nodeOperations)) {
      expect(operation.name).toBe(name);
      expect(operation.path).toMatch(/^\/v1\/[a-z]+$/);
    }
    const paths = [...Object.values(nodeOperations).map((operation) => operation.path), health.path];
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('names the field of a bad ApiConfig as the caller knows it', () => {
    const plain = { ...examples.observe.request?.valid, apiConfig: { url: 'https://prices.example/', method: 'BREW' } };
    expect(() => parseObserveRequest(plain)).toThrow(/^apiConfig\.method: /);
  });
});

describe('a request of several sources', () => {
  const [btc, eth] = ['btc', 'eth'].map((name) => ({ url: `https://prices.example/${name}`, method: 'GET' }));
  const asked = { requester: owner, apiConfigs: [btc, eth] };

  it('is one of a list, whose sources keep their order', () => {
    const { subject } = parseSimulateRequest({ ...asked, minValues: 1, sealed: [null, sealed] });
    expect(subject).toMatchObject({ form: 130, minValues: 1, sources: [{ apiConfig: btc }, { apiConfig: eth }] });
  });

  it('is one of an index with `combine`', () => {
    const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 60_000, decimals: 8 };
    expect(parseSimulateRequest({ ...asked, combine }).subject).toMatchObject({ form: 2, combine });
  });

  it.each([
    [{ apiConfigs: [btc, btc] }, 'apiConfigs[1]: must differ from apiConfigs[0]'],
    [{ apiConfig: btc }, 'apiConfigs: must not come with apiConfig'],
    [{ minValues: 3 }, 'minValues: must be an integer from 1 to 2'],
    [{ sealed: [null] }, 'sealed: must have an entry for each source'],
  ])('refuses %j', (change, message) => {
    expect(() => parseSimulateRequest({ ...asked, ...change })).toThrow(message);
  });
});
