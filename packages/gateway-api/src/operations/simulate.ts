import { MAX_NODES, MAX_SOURCES } from '@oracle-gateway/protocol';
import { type Static, type TOptional, type TString, Type } from '@sinclair/typebox';
import { bodyTooLarge, internalError, refusal, tooManyRequests } from '../error-body.js';
import { closed, DecimalU64, DecimalValue, hexOf, integer, okEnvelope } from '../fields.js';
import { EXAMPLE_SOURCE, exampleRound } from '../example-rounds.js';
import { AbsenceReason, failedRound, failedSource, RoundValue } from '../list-value.js';
import { defineOperation } from '../operation.js';
import { ROUND_PATHS, type RoundPath } from '../paths.js';
import { subjectFields } from '../subject-members.js';

/** The parts of a round that a dry run needs: no time, no registry version and no payment. */
export const SimulateRequest = Type.Object(
  {
    ...subjectFields,
    signaturesRequired: Type.Optional(
      integer('quorum; by default a majority of the nodes, as programs of the client ask for', { minimum: 1, maximum: 255 }),
    ),
  },
  closed,
);

export type SimulateRequest = Static<typeof SimulateRequest>;

const Code = Type.String({ pattern: '^[a-z][a-z0-9_]*$', description: 'stable machine-readable code, see docs/api.md' });
const NodeIndex = integer('node index', { maximum: MAX_NODES - 1 });
const LatencyMs = integer('until its answer came, milliseconds');

const ofNode = { nodeIndex: NodeIndex, latencyMs: LatencyMs };

const observed = {
  value: DecimalValue,
  valuePacked: hexOf(32),
  receivedAtMs: integer("when the last byte of the source's answer arrived, by the node's clock, unix milliseconds"),
};

/** Why a node has no value of a source. */
export const FailedObservation = Type.Object(
  {
    code: Code,
    detail: Type.String({ description: 'what failed, as a sentence; never text of the source' }),
    ...failedSource,
  },
  closed,
);
const notObserved = { error: FailedObservation };

/** A row tells the value that one asked node saw, and of a list that of each source. */
const NodeRow = Type.Union([
  Type.Object({ ...ofNode, ...observed }, { ...closed, description: 'a node that got a value' }),
  Type.Object({ ...ofNode, ...notObserved }, { ...closed, description: 'a node that got none' }),
  Type.Object(
    {
      ...ofNode,
      values: Type.Array(Type.Union([Type.Object(observed, closed), Type.Object(notObserved, closed)]), {
        minItems: 2,
        maxItems: MAX_SOURCES,
        description: 'for each source in order its value, or why it has no value',
      }),
    },
    { ...closed, description: 'a node that was asked for a list' },
  ),
]);

const Mode = Type.Union([Type.Literal('exact'), Type.Literal('tolerance')]);

/** One of several sources that a dry run tries: its members are described where a source is alone. */
const TriedSource = Type.Object(
  {
    sourceId: hexOf(32),
    canonicalSourceId: Type.Optional(hexOf(32)),
    feedId: Type.Optional(hexOf(32)),
    mode: Mode,
    decimals: integer('as of one source', { maximum: 36 }),
    onChain: Type.Boolean(),
  },
  closed,
);

const WouldSign = Type.Object(
  {
    value: RoundValue,
    valuePacked: hexOf(32),
    quorum: integer('how many nodes would sign it', { minimum: 1, maximum: 255 }),
    values: Type.Optional(
      Type.Array(
        Type.Union([Type.Object({ value: DecimalValue, valuePacked: hexOf(32) }, closed), Type.Object({ reason: AbsenceReason }, closed)]),
        { minItems: 2, maxItems: MAX_SOURCES, description: 'of a list alone: for each source in order its value, or why it has no value' },
      ),
    ),
  },
  closed,
);

const Prices = Type.Object(
  Object.fromEntries(ROUND_PATHS.map((path) => [path, Type.Optional(DecimalU64)])) as Record<RoundPath, TOptional<TString>>,
  {
    ...closed,
    description:
      'what one round costs at this quorum, atomic units of the stablecoin, for each path that is served and sold. Of a subscription: what its rounds are bought for',
  },
);

/** Answer of `POST /v1/simulate`. */
export const SimulateAnswer = okEnvelope(
  Type.Object(
    {
      sourceId: hexOf(32),
      canonicalSourceId: Type.Optional(
        Type.String({ ...hexOf(32), description: 'the id of the source with its URL as it is fetched, where it was sent in another form' }),
      ),
      feedId: Type.Optional(
        Type.String({ ...hexOf(32), description: "the caller's feed of this request and quorum; only to a known caller" }),
      ),
      mode: Type.Optional(Type.Union([Type.Literal('exact'), Type.Literal('tolerance')], { description: 'not of a list' })),
      decimals: Type.Optional(integer('the packed value is the value × 10^decimals; not of a list', { maximum: 36 })),
      onChain: Type.Optional(
        Type.Boolean({
          description:
            'whether its text fits a `show_source` transaction, by which its feed on the ledger says how to read it; not of a list, whose sources have feeds',
        }),
      ),
      sources: Type.Optional(
        Type.Array(TriedSource, {
          minItems: 2,
          maxItems: MAX_SOURCES,
          description: 'the sources of a list or of an index, in the order of the request, each with the members of one that is alone',
        }),
      ),
      signaturesRequired: integer('quorum of the round that is simulated', { minimum: 1, maximum: 255 }),
      registryVersion: integer('registry version of the asked nodes'),
      wouldSign: Type.Unsafe<Static<typeof WouldSign> | null>({
        ...WouldSign,
        type: ['object', 'null'],
        description: 'what a round would have signed; null where there would have been none',
      }),
      reason: Type.Optional(
        Type.Object(
          {
            code: Code,
            detail: Type.String({ description: 'why no value would be signed, as a sentence' }),
            ...failedRound,
          },
          { ...closed, description: 'there where `wouldSign` is null' },
        ),
      ),
      nodes: Type.Array(NodeRow, {
        maxItems: MAX_NODES,
        description:
          'what each asked node saw, ascending by index: one node for a stranger, the eligible set of a round for a known caller',
      }),
      prices: Prices,
    },
    closed,
  ),
);

export type SimulateAnswer = Static<typeof SimulateAnswer>;

export const simulate = defineOperation({
  name: 'simulate',
  method: 'POST',
  path: '/v1/simulate',
  summary: 'Try a source, a list or an index: what nodes see, what would be signed, and what a round costs',
  description:
    'Nothing is signed, reserved or charged. For a stranger one node is asked, a few times a minute; for a caller that may ask for rounds, the eligible set of a round. Nodes tell the selected value or the rule that the answer breaks, never text of the source.',
  tags: ['rounds'],
  security: ['none', 'simulate', 'session'],
  headerParameters: {
    Authorization: Type.String({
      description:
        'left out by a stranger, for whom one node is asked. `Bearer` and the token of a session, or `Simulate <key>.<unix seconds>.<signature>` (of a delegate `Simulate <key>.<owner>.<unix seconds>.<signature>`): an Ed25519 signature of a key that may ask for rounds, base58 or 0x hex, over the simulate hash of docs/protocol.md',
    }),
  },
  request: SimulateRequest,
  rateLimit: 'reads',
  responses: {
    200: { description: 'What the nodes saw', body: SimulateAnswer },
    400: refusal('Validation failure, quorum out of range, source not public, or malformed body', [
      'invalid_request',
      'malformed_body',
      'source_not_public',
      'quorum_out_of_range',
    ]),
    401: refusal('The `Authorization` is no session and no good signature, or the source needs a known caller', [
      'simulate_auth_missing',
      'simulate_auth_invalid',
      'bearer_invalid',
    ]),
    403: refusal('The key may not ask for rounds at this gateway', ['simulate_not_authorised']),
    404: refusal('Dry runs are not enabled', ['not_found']),
    413: bodyTooLarge,
    429: tooManyRequests,
    500: internalError,
    503: refusal('The ledger cannot be read, too few nodes, or at a limit (with Retry-After)', [
      'ledger_unavailable',
      'too_few_nodes',
      'share_used',
      'at_capacity',
      'shutting_down',
      'too_many_lookups',
      'sessions_unavailable',
    ]),
  },
  examples: {
    request: { apiConfig: EXAMPLE_SOURCE, signaturesRequired: 3 },
    answers: {
      200: {
        status: 'ok',
        data: {
          sourceId: exampleRound.answer.data.configHash,
          mode: 'exact',
          decimals: 18,
          onChain: true,
          signaturesRequired: 3,
          registryVersion: 3,
          wouldSign: null,
          reason: {
            code: 'one_node_asked',
            detail: 'one node was asked; sign the request or send a session token to have the eligible set asked',
          },
          nodes: [
            {
              nodeIndex: 2,
              latencyMs: 84,
              value: exampleRound.answer.data.value,
              valuePacked: exampleRound.answer.data.valuePacked,
              receivedAtMs: 1_763_683_200_123,
            },
          ],
          prices: { subscription: '3000', x402: '13000' },
        },
      },
    },
  },
  links: {
    terms: {
      on: [200],
      operation: 'executeX402Round',
      description: 'The terms of a paid round of this source: the answer is 402 and says what to pay',
    },
  },
});
