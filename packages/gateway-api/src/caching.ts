import { Type } from '@sinclair/typebox';

/** Headers of an answer that every reader gets alike. */
export const sharedCaching = {
  ETag: { description: 'names this state of the answer, for `If-None-Match`', isAlwaysSent: true },
  'Cache-Control': { description: 'how long the answer may be used again without asking', isAlwaysSent: true },
} as const;

export const ifNoneMatch = { 'If-None-Match': Type.String({ description: 'the `ETag` of a state that the caller has' }) } as const;

/** The 304 of such an answer. */
export const notModified = {
  description: 'The caller has this state',
  body: Type.Null(),
  form: 'none',
  headers: sharedCaching,
} as const;
