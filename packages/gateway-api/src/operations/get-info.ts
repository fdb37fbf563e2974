import { type Static, type TBoolean, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { Base58Key, closed, DecimalU64, hexOf, integer, okEnvelope } from '../fields.js';
import { EXAMPLE_AUTHORITY, EXAMPLE_DEPLOYMENT, EXAMPLE_GATEWAY, EXAMPLE_NETWORK, EXAMPLE_PROGRAM } from '../example-rounds.js';
import { defineOperation } from '../operation.js';
import { ROUND_PATHS, type RoundPath } from '../paths.js';

const Paths = Type.Object(Object.fromEntries(ROUND_PATHS.map((path) => [path, Type.Boolean()])) as Record<RoundPath, TBoolean>, closed);

const Prices = Type.Object(
  {
    x402RoundBase: DecimalU64,
    rewardPerSignature: DecimalU64,
    agentRoundBase: DecimalU64,
    agentRoundPerSig: DecimalU64,
    subscriptionRoundBase: DecimalU64,
    subscriptionRoundPerSig: DecimalU64,
  },
  { ...closed, description: 'stablecoin atomic units' },
);

const Limits = Type.Object(
  {
    requestBytes: integer('largest request body'),
    timestampSkewSeconds: integer('by how much a request timestamp may differ from the gateway clock, either way'),
    concurrentRounds: integer('rounds at once before 503'),
    roundDeadlineMs: integer('longest time one round may take'),
  },
  closed,
);

/** Answer of `GET /v1/info`. */
export const InfoAnswer = okEnvelope(
  Type.Object(
    {
      programId: Base58Key,
      deploymentId: hexOf(32),
      gatewayPda: Base58Key,
      authority: Base58Key,
      payers: Type.Array(Base58Key, { description: 'accounts that pay for settlements' }),
      network: Type.String({ description: 'CAIP-2 network id' }),
      registryVersion: integer('current registry version'),
      minSigners: integer('smallest quorum'),
      nodeCount: integer('largest quorum'),
      sessionAuth: Type.Boolean({ description: 'sessions are served' }),
      sessionMaxTtlSeconds: integer('longest session; 0 when sessions are not served'),
      signIn: Type.Optional(
        Type.Object(
          {
            domain: Type.String({ description: 'what a sign-in message names as its domain' }),
            uri: Type.String({ description: '… and as its URI' }),
            chainId: Type.String({ description: '… and as its chain, CAIP-2' }),
          },
          { ...closed, description: 'there when sessions are served' },
        ),
      ),
      paths: Paths,
      simulate: Type.Boolean({ description: 'dry runs are served' }),
      prices: Prices,
      limits: Limits,
      sourceLanguageLevel: integer('what the gateway accepts of sources: steps and members up to this level'),
      version: Type.String(),
    },
    closed,
  ),
);

export type InfoAnswer = Static<typeof InfoAnswer>;

export const getInfo = defineOperation({
  name: 'getInfo',
  method: 'GET',
  path: '/v1/info',
  summary: 'What this gateway serves, on which program and at which prices',
  tags: ['gateway'],
  security: [],
  rateLimit: 'reads',
  responses: {
    200: { description: 'The gateway', body: InfoAnswer },
    429: tooManyRequests,
    500: internalError,
    503: refusal('The ledger cannot be read', ['ledger_unavailable']),
  },
  examples: {
    answers: {
      200: {
        status: 'ok',
        data: {
          programId: EXAMPLE_PROGRAM,
          deploymentId: EXAMPLE_DEPLOYMENT,
          gatewayPda: EXAMPLE_GATEWAY,
          authority: EXAMPLE_AUTHORITY,
          payers: [EXAMPLE_AUTHORITY],
          network: EXAMPLE_NETWORK,
          registryVersion: 3,
          minSigners: 2,
          nodeCount: 4,
          sessionAuth: true,
          sessionMaxTtlSeconds: 3_600,
          signIn: { domain: 'gateway.example', uri: 'https://gateway.example/v1/session', chainId: EXAMPLE_NETWORK },
          paths: { subscription: true, agent: true, x402: true },
          simulate: true,
          prices: {
            x402RoundBase: '5000',
            rewardPerSignature: '2000',
            agentRoundBase: '1000',
            agentRoundPerSig: '500',
            subscriptionRoundBase: '1500',
            subscriptionRoundPerSig: '500',
          },
          limits: { requestBytes: 65_536, timestampSkewSeconds: 300, concurrentRounds: 64, roundDeadlineMs: 15_000 },
          sourceLanguageLevel: 1,
          version: '0.1.0',
        },
      },
    },
  },
});
