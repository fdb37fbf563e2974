import { MAX_SOURCES } from '@oracle-gateway/protocol';
import { Type } from '@sinclair/typebox';
import { ApiConfigSchema, MaxDeviation } from './api-config.js';
import { NullableEncKeyBundle } from './enc-key-bundle.js';
import { closed, integer } from './fields.js';

const severalSources = { minItems: 2, maxItems: MAX_SOURCES };

/** The rule by which an index makes one value of its sources (protocol, Index). */
export const CombineSchema = Type.Object(
  {
    rule: Type.Literal('median'),
    minSources: integer('sources that must agree at a node', { minimum: 2, maximum: MAX_SOURCES }),
    maxDeviationBps: integer('largest deviation from the lower median, of sources at a node and of nodes in a round, basis points', {
      maximum: 10_000,
    }),
    maxDeviation: MaxDeviation,
    maxAgeMs: integer('largest age of an observation, milliseconds', { minimum: 1, maximum: 3_600_000 }),
    decimals: integer('the packed value is the value × 10^decimals', { maximum: 36 }),
  },
  { ...closed, description: 'makes an index of the sources: one value, signed in tolerance mode' },
);

/**
 * The members that say what is asked for, in every request that names a source: one source, or several as a list or as an index. `parseSubject` of
 * `@oracle-gateway/protocol` checks what a JSON schema cannot express, and that exactly one of `apiConfig` and `apiConfigs` is there.
 */
export const subjectFields = {
  apiConfig: Type.Optional(ApiConfigSchema),
  apiConfigs: Type.Optional(
    Type.Array(ApiConfigSchema, {
      ...severalSources,
      title: `a list of 2 to ${MAX_SOURCES} sources`,
      description: 'several distinct sources in place of `apiConfig`, in order: a list, or with `combine` an index',
    }),
  ),
  minValues: Type.Optional(integer('values that a list must have, by default all', { minimum: 1, maximum: MAX_SOURCES })),
  combine: Type.Optional(CombineSchema),
  encKeyBundle: Type.Optional(NullableEncKeyBundle),
  encKeyBundles: Type.Optional(
    Type.Array(NullableEncKeyBundle, {
      ...severalSources,
      title: 'a list with a bundle or null for each source',
      description: 'in place of `encKeyBundle` beside `apiConfigs`: for each source the bundle that it would have alone, or null',
    }),
  ),
};

/** The members of a round, which may keep evidence besides. */
export const roundSubjectFields = {
  ...subjectFields,
  evidence: Type.Optional(
    Type.Boolean({ description: 'keep the evidence of a list with its result; rounds of tolerance mode keep theirs without it' }),
  ),
};
