import { MAX_NODES, MAX_SOURCES } from '@oracle-gateway/protocol';
import { type Static, Type } from '@sinclair/typebox';
import { Base58Key, closed, hexOf, integer } from './fields.js';

const NodeIndex = integer('node index', { maximum: MAX_NODES - 1 });
const NodeIndices = Type.Array(NodeIndex, { maxItems: MAX_NODES });

const ObservedValue = Type.Unsafe<{ value: string; receivedAtMs: number } | null>({
  ...Type.Object(
    {
      value: hexOf(32),
      receivedAtMs: integer("when the last byte of the source's answer arrived, by the observer's clock, unix milliseconds"),
    },
    closed,
  ),
  type: ['object', 'null'],
});

/**
 * Evidence for the value of a round in tolerance mode, or of a list that asked for it: the session, every observation with its observer's
 * signature, who survived and who signed. `replayRound` of `@oracle-gateway/schnorr` judges it.
 */
export const RoundEvidence = Type.Object(
  {
    gateway: Base58Key,
    feedId: hexOf(32),
    sourceId: hexOf(32),
    signaturesRequired: integer('quorum', { minimum: 1, maximum: MAX_NODES }),
    registryVersion: integer('registry version active at signing'),
    timestampMs: integer('time of the request, unix milliseconds'),
    observedAtMs: integer('stamp of the round: no node began to fetch before it, unix milliseconds'),
    eligible: Type.Array(NodeIndex, { maxItems: MAX_NODES, description: 'nodes that were asked, ascending' }),
    gatewayNonce: hexOf(16),
    attempt: integer('signing attempt that succeeded', { maximum: 1 }),
    fixedAtMs: integer('when the set was fixed, unix milliseconds'),
    observations: Type.Array(
      Type.Object(
        {
          index: NodeIndex,
          values: Type.Array(ObservedValue, {
            minItems: 1,
            maxItems: MAX_SOURCES,
            description: 'one of a source or an index; of a list one for each source, in order, null where the node had none',
          }),
          signature: Type.Object({ s: hexOf(32), commitment: hexOf(20) }, closed),
        },
        closed,
      ),
      { maxItems: MAX_NODES, description: 'the whole set, ascending by index' },
    ),
    survivors: NodeIndices,
    signers: Type.Array(Type.Object({ index: NodeIndex, d: hexOf(33), e: hexOf(33) }, closed), {
      maxItems: MAX_NODES,
      description: 'ascending, with the nonce commitments of the attempt',
    }),
    value: hexOf(32),
    s: hexOf(32),
    commitment: hexOf(20),
  },
  closed,
);

export type RoundEvidence = Static<typeof RoundEvidence>;
