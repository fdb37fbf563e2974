import { MAX_SOURCE_BYTES } from '@oracle-gateway/protocol/internal';
import { type Static, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { Base58Key, closed, hexOf, integer, okEnvelope } from '../fields.js';
import { EXAMPLE_NODE } from '../example-rounds.js';
import { defineOperation } from '../operation.js';

const LastCall = Type.Object(
  {
    answered: Type.Boolean({ description: 'whether the node answered, be it with a refusal' }),
    at: integer('when the call ended, unix milliseconds'),
  },
  { ...closed, description: 'the last call that this gateway process made of the node; absent before the first' },
);

/** Answer of `GET /v1/nodes`. */
export const NodesAnswer = okEnvelope(
  Type.Object(
    {
      registryVersion: integer('current registry version'),
      redundancyBuffer: integer('nodes asked beyond the quorum'),
      minSigners: integer('smallest quorum'),
      nodes: Type.Array(
        Type.Object(
          {
            index: integer('node index, the bit in signersBitmap', { maximum: 63 }),
            publicKey: hexOf(64),
            encryptionPublicKey: hexOf(32),
            operator: Base58Key,
            maxBodyBytes: Type.Optional(integer('largest answer of a source that it reads, if known')),
            lastCall: Type.Optional(LastCall),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
);

export type NodesAnswer = Static<typeof NodesAnswer>;

export const getNodes = defineOperation({
  name: 'getNodes',
  method: 'GET',
  path: '/v1/nodes',
  summary: 'Oracle nodes of the current registry and their encryption keys',
  tags: ['gateway'],
  security: [],
  rateLimit: 'reads',
  responses: {
    200: { description: 'The nodes', body: NodesAnswer },
    429: tooManyRequests,
    500: internalError,
    503: refusal('The ledger cannot be read', ['ledger_unavailable']),
  },
  examples: {
    answers: {
      200: {
        status: 'ok',
        data: {
          registryVersion: 3,
          redundancyBuffer: 1,
          minSigners: 2,
          nodes: [{ ...EXAMPLE_NODE, maxBodyBytes: MAX_SOURCE_BYTES, lastCall: { answered: true, at: 1_763_683_200_412 } }],
        },
      },
    },
  },
});
