import { type Static, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { exampleSnapshot } from '../example-snapshot.js';
import { closed, hexOf, integer, okEnvelope } from '../fields.js';
import { defineOperation } from '../operation.js';

/** Answer of `GET /v1/registry/snapshot`. */
export const RegistrySnapshotAnswer = okEnvelope(
  Type.Object(
    {
      signerVersion: integer('registry version whose nodes signed', { minimum: 1 }),
      version: integer('registry version that is described', { minimum: 1 }),
      oldestAcceptedVersion: integer('earlier versions were ended by an emergency; 0: by none'),
      signedAt: integer('time of the signature, unix seconds'),
      minSigners: integer('smallest quorum of the described version', { minimum: 1, maximum: 64 }),
      snapshot: Type.String({
        pattern: '^0x(?:[0-9a-f]{2})+$',
        description: 'the bytes of the snapshot with the keys, lower-case hex with 0x (docs/protocol.md, Registry snapshot)',
      }),
      message: Type.String({ ...hexOf(32), description: 'what was signed, 32 bytes' }),
      signers: Type.Array(integer('node index in the version of the signers', { maximum: 63 })),
      signersBitmap: hexOf(32),
      s: hexOf(32),
      commitment: hexOf(20),
    },
    closed,
  ),
);

export type RegistrySnapshotAnswer = Static<typeof RegistrySnapshotAnswer>;

export const getRegistrySnapshot = defineOperation({
  name: 'getRegistrySnapshot',
  method: 'GET',
  path: '/v1/registry/snapshot',
  summary: 'The newest registry snapshot, for contracts on other chains',
  description:
    'Nodes sign what the ledger says of its registry, and any party may bring it to another chain. The gateway has verified it. Verify it again with the keys of `signerVersion`.',
  tags: ['gateway'],
  security: [],
  queryParameters: {
    signerVersion: integer('the newest that the nodes of this registry version signed: for a chain that holds this version', {
      minimum: 1,
    }),
  },
  rateLimit: 'reads',
  responses: {
    200: { description: 'The snapshot and its signature', body: RegistrySnapshotAnswer },
    400: refusal('The parameter is malformed', ['invalid_request']),
    404: refusal('No snapshot is kept of these signers, or this gateway keeps none', ['snapshot_not_found', 'not_found']),
    429: tooManyRequests,
    500: internalError,
    503: refusal('The snapshots or the ledger cannot be read', ['snapshots_unavailable', 'ledger_unavailable']),
  },
  examples: { query: { signerVersion: 7 }, answers: { 200: { status: 'ok', data: exampleSnapshot } } },
});
