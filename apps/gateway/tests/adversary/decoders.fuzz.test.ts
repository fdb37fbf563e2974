import { operations } from '@oracle-gateway/gateway-api';
import {
  ContractError,
  MAX_RESPONSE_BYTES,
  parseCommitRequest,
  parseCommitResponse,
  parseNodeErrorBody,
  parseObserveRequest,
  parseObserveResponse,
  parseReleaseRequest,
  parseReleaseResponse,
  parseSignRequest,
  parseSignResponse,
  verifyNodeRequest,
} from '@oracle-gateway/node-api';
import { type DeploymentId, JsonError, readRequestJson, toHex, unixMs } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAgentRequest } from '../../src/paths/agent/request.js';
import { readRoundRequest } from '../../src/paths/subscription/request.js';
import { createSubjectReader } from '../../src/admission/requested-subject.js';
import { GatewayError } from '../../src/errors/gateway-error.js';
import { queryOf } from '../../src/http/read-query.js';
import { createConsumer } from '../fakes/consumer.js';
import { stageRound } from '../fakes/staged-round.js';
import { TOLERANCE_SOURCE } from '../fakes/tolerance.js';
import { requestTo } from '../../src/engine/testing.js';

/** FUZZ_RUNS=100000 makes a long run. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 300);
/** Memory that an input of the largest size may cost beside itself. */
const MAX_GROWTH_BYTES = 128 * 1024 * 1024;

type ErrorClass = abstract new (...args: never[]) => Error;

interface Decoder {
  readonly name: string;
  readonly decode: (bytes: Uint8Array) => unknown;
  /** The only errors it may throw. */
  readonly throws: readonly ErrorClass[];
  /** Accepted input, to be damaged. */
  readonly good: unknown;
}

const { session, nodes, signers } = stageRound({ nodes: [{}, {}], quorum: 2 });
const observeRequest = nodes[0] && requestTo(nodes[0], session);
const observations = signers.map((signer) => signer.observe(observeRequest));
const signRequest = {
  sessionId: toHex(session.sessionId),
  attempt: 0,
  value: observations[0] && valueOf(observations[0]),
  signers: observations.flatMap(({ index, nonces }) => (nonces === undefined ? [] : [{ index, ...nonces[0] }])),
};

function valueOf({ values: [only] }: (typeof observations)[number]): string | undefined {
  return only !== undefined && 'value' in only ? only.value : undefined;
}

function ofNode<T>(name: string, parse: (plain: unknown) => T, good: unknown): Decoder {
  return {
    name: `${name} of a node`,
    decode: (bytes) => parse(readRequestJson(bytes, { maxBytes: MAX_RESPONSE_BYTES })),
    throws: [JsonError, ContractError],
    good,
  };
}

const toleranceRequest = createConsumer().request({ signaturesRequired: 3, apiConfig: TOLERANCE_SOURCE });
const { apiConfig } = toleranceRequest;
const agentRequest = {
  payer: toleranceRequest.subscriptionOwner,
  canonical_timestamp: toleranceRequest.timestamp,
  signatures_required: 3,
  amount: 15,
  registry_version: 1,
  agent_request_auth_sig: toleranceRequest.authSig,
  apiConfig,
};
const { nonces: [commitment] = [], ...withoutNonces } = { ...observations[0] };
const signed = { partial: `0x${'11'.repeat(32)}`, groupCommitment: commitment?.d };

const subjects = createSubjectReader({ allowedSources: [], isSponsored: () => false });

const decoders: readonly Decoder[] = [
  {
    name: 'a subscription request',
    decode: (bytes) => readRoundRequest(bytes, subjects),
    throws: [GatewayError],
    good: toleranceRequest,
  },
  { name: 'an agent request', decode: (bytes) => readAgentRequest(bytes, subjects), throws: [GatewayError], good: agentRequest },
  ofNode('an observe request', parseObserveRequest, observeRequest),
  ofNode('an observation', parseObserveResponse, observations[0]),
  ofNode('a sign request', parseSignRequest, signRequest),
  ofNode('a partial signature', parseSignResponse, signed),
  ofNode('an observation with a partial signature', parseObserveResponse, { ...withoutNonces, ...signed }),
  ofNode('a commit request', parseCommitRequest, { count: 3, gatewayNonce: `0x${'11'.repeat(16)}` }),
  ofNode('commitments', parseCommitResponse, { bootId: `0x${'11'.repeat(16)}`, lifeMs: 1_000, nonces: [commitment] }),
  ofNode('a release request', parseReleaseRequest, { sessionIds: [signRequest.sessionId] }),
  ofNode('a release answer', parseReleaseResponse, { released: 1 }),
  ofNode('a refusal', parseNodeErrorBody, { error: 'refused', code: 'nonce_spent' }),
  {
    name: 'a query',
    decode: (bytes) => queryOf(operations.getAgentRounds)(Buffer.from(bytes).toString('latin1')),
    throws: [GatewayError],
    good: null,
  },
];

/** Anything at all; the good document with some of its bytes changed, cut or doubled; and with a member replaced by any JSON. */
function damaged({ good }: Decoder): fc.Arbitrary<Uint8Array> {
  const text = Buffer.from(JSON.stringify(good));
  const place = fc.nat(text.length);
  const spliced = fc.tuple(place, place, fc.uint8Array({ maxLength: 8 })).map(([from, to, between]) => {
    return Buffer.concat([text.subarray(0, from), between, text.subarray(to)]);
  });
  const members = typeof good === 'object' && good !== null ? Object.keys(good) : [];
  const replaced = fc
    .tuple(fc.constantFrom(...members, 'unknown', '__proto__'), fc.jsonValue({ maxDepth: 5 }))
    .map(([member, value]) => Buffer.from(JSON.stringify({ ...(good as object), [member]: value })));
  return fc.oneof(
    fc.uint8Array({ maxLength: 512 }),
    fc.json({ maxDepth: 6 }).map((json) => Buffer.from(json)),
    spliced,
    replaced,
  );
}

function outcomeOf({ decode, throws }: Decoder, bytes: Uint8Array): 'read' | 'refused' {
  try {
    decode(bytes);
    return 'read';
  } catch (error) {
    if (!throws.some((known) => error instanceof known)) throw error;
    return 'refused';
  }
}

describe.each(decoders)('$name', (decoder) => {
  it('is read, or refused with an error of its own, whatever arrives', () => {
    if (decoder.good !== null) expect(outcomeOf(decoder, Buffer.from(JSON.stringify(decoder.good)))).toBe('read');
    fc.assert(
      fc.property(damaged(decoder), (bytes) => {
        outcomeOf(decoder, bytes);
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['nested arrays', '['.repeat(65_536)],
    ['nested objects', '{"a":'.repeat(13_107)],
    ['empty arrays', `[${'[],'.repeat(21_844)}0]`],
    ['one long text', `"${'\\u0041'.repeat(10_922)}"`],
    ['one long number', `1${'0'.repeat(65_535)}`],
    ['members of one name', `{${'"a":1,'.repeat(10_922)}"a":1}`],
  ])('refuses 64 KiB of %s without taking much memory', (_what, text) => {
    const before = process.memoryUsage().rss;
    expect(outcomeOf(decoder, Buffer.from(text))).toBe('refused');
    expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH_BYTES);
  });
});

describe('a signed request', () => {
  it('is judged, never thrown at, whatever its headers say', () => {
    const header = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constant(undefined), fc.stringMatching(/^0x[0-9a-f]{128}$/));
    fc.assert(
      fc.property(header, header, header, (gateway, time, signature) => {
        const headers = new Map([gateway, time, signature].map((value, place) => [place, value]));
        let asked = 0;
        const verdict = verifyNodeRequest({
          deploymentId: new Uint8Array(32) as DeploymentId,
          nodeIndex: 0,
          path: '/v1/sign',
          body: new Uint8Array(),
          headers: () => headers.get(asked++),
          nowMs: unixMs(0),
          maxSkewMs: 10_000,
        });
        expect(verdict.ok).toBe(false);
      }),
      { numRuns: RUNS },
    );
  });
});
