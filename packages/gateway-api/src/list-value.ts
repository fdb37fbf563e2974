import { MAX_NODES, MAX_SOURCES } from '@oracle-gateway/protocol';
import { type Static, Type } from '@sinclair/typebox';
import { closed, DecimalValue, hexOf } from './fields.js';

/** Steps at which a source gives no usable value. */
const SOURCE_STEPS = ['fetch', 'select', 'transform', 'pack'] as const;

export const FailedStep = Type.Union(
  SOURCE_STEPS.map((step) => Type.Literal(step)),
  { description: 'the step at which the source gave no usable value' },
);

export const SourceStatus = Type.Integer({ minimum: 100, maximum: 599, description: 'HTTP status of the source' });

/** Characters of a text of the request, at most: the limit of `valueTransform`. */
const MAX_MATCHED = 1_024;

export const MatchedText = Type.String({
  maxLength: MAX_MATCHED,
  description: 'the beginning of your own `responseParser` or `valueTransform` that the answer of the source matches',
});

export const BrokenSourceRule = Type.String({
  pattern: '^[a-z0-9_]{1,40}$',
  description: 'the rule that the answer of the source breaks',
});

export const SourcePlace = Type.String({ pattern: '^apiConfigs\\[[0-9]{1,2}\\]$', description: 'which of several sources it is' });

export const SourceHint = Type.String({ maxLength: 256, description: "what to do, in the gateway's words" });

/** Members that say how a source failed, for the party that asked for it. */
export const failedSource = {
  step: Type.Optional(FailedStep),
  rule: Type.Optional(BrokenSourceRule),
  matched: Type.Optional(MatchedText),
  upstreamStatus: Type.Optional(SourceStatus),
  source: Type.Optional(SourcePlace),
  hint: Type.Optional(SourceHint),
} as const;

export const AgreeingNodes = Type.Object(
  {
    agree: Type.Integer({ minimum: 1, maximum: MAX_NODES, description: 'nodes that tell this step and rule' }),
    failed: Type.Integer({ minimum: 1, maximum: MAX_NODES, description: 'nodes that the source failed' }),
  },
  { additionalProperties: false, description: 'how many of the nodes that the source failed say so: no signature covers it' },
);

/** Members that say how the sources of a round failed. */
export const failedRound = { ...failedSource, nodes: Type.Optional(AgreeingNodes) } as const;

/** Why a list has no value of a source: the word of most nodes. No signature covers it. */
export const AbsenceReason = Type.Object(
  {
    code: Type.String({ pattern: '^[a-z][a-z0-9_]*$', description: 'stable machine-readable code, see docs/errors.md' }),
    detail: Type.String({ description: 'what failed, as a sentence; never text of the source' }),
    step: Type.Optional(FailedStep),
    upstreamStatus: Type.Optional(SourceStatus),
  },
  { ...closed, description: 'why the list has no value of the source: the commonest word of the nodes, not signed' },
);

export type AbsenceReason = Static<typeof AbsenceReason>;

const source = {
  sourceId: hexOf(32),
  feedId: Type.String({ ...hexOf(32), description: 'the feed that a round of this source alone would have' }),
};

/** One source of a list in its result. */
export const ListedSource = Type.Union(
  [
    Type.Object(
      { ...source, value: Type.String({ ...DecimalValue, description: 'decimal rendering of valuePacked' }), valuePacked: hexOf(32) },
      { ...closed, description: 'a source with a value, which the signature covers' },
    ),
    Type.Object({ ...source, reason: AbsenceReason }, { ...closed, description: 'a source without a value' }),
  ],
  { description: 'a source of a list' },
);

export type ListedSource = Static<typeof ListedSource>;

/** The values of a list, in a flat and in a nested result. */
export const ListedSources = Type.Array(ListedSource, {
  minItems: 2,
  maxItems: MAX_SOURCES,
  description: 'of a list alone: its sources in the order of the request',
});

/** The value of a result: a decimal, or of a list the hex of the hash over its values. */
export const RoundValue = Type.String({
  pattern: '^(-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?|0x[0-9a-f]{64})$',
  description: 'decimal rendering of the packed value; of a list the packed value itself, hex',
});
