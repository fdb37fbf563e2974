import { type Static, Type } from '@sinclair/typebox';
import type { ErrorCode } from './error-fates.js';
import { failedRound } from './list-value.js';

/**
 * Body of every refusal (docs/errors.md). `code` is stable; new codes may be added (docs/errors.md). A value that the caller needs next is a
 * member of its own: `registryVersion` on a stale one, `amount` on a wrong price, `gatewayTimeMs` on a timestamp out of range, `roundId` on
 * a duplicate or failed round.
 */
export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'human-readable message' }),
    code: Type.String({ pattern: '^[a-z][a-z0-9_]*$', description: 'stable machine-readable code, see docs/errors.md' }),
    registryVersion: Type.Optional(Type.Integer({ minimum: 0, description: 'current registry version, on a stale one' })),
    amount: Type.Optional(Type.Integer({ minimum: 0, description: 'current price, atomic units, on another amount' })),
    gatewayTimeMs: Type.Optional(
      Type.Integer({ minimum: 0, description: "the gateway's clock, unix milliseconds, on a timestamp out of range" }),
    ),
    roundId: Type.Optional(Type.String({ description: 'round this answer is about' })),
    scope: Type.Optional(
      Type.String({
        pattern: '^[a-z]{1,16}$',
        description: 'whose room for rounds is used: of the caller, the gateway or the nodes (on a refusal for want of room)',
      }),
    ),
    authorization: Type.Optional(
      Type.String({
        pattern: '^[a-z]{1,16}$',
        description: 'what became of the authorization, where that differs from the table of errors: unused',
      }),
    ),
    ...failedRound,
    docUrl: Type.Optional(Type.String({ description: 'page about the code: an address, or a path of this gateway' })),
    reasons: Type.Optional(Type.Array(Type.String(), { description: 'what is not ready' })),
  },
  { additionalProperties: true },
);

export type ErrorBody = Static<typeof ErrorBody>;

/** A refusal that an operation declares: its meaning, its body and the codes that it may have. */
export interface RefusalSpec {
  readonly description: string;
  readonly body: typeof ErrorBody;
  readonly codes: readonly [ErrorCode, ...ErrorCode[]];
}

/** Declares one refusal of an operation, with the codes that it may have there. */
export function refusal(description: string, codes: RefusalSpec['codes']): RefusalSpec {
  return { description, body: ErrorBody, codes };
}

/** The 429 of every operation with a `rateLimit`, with `Retry-After` and `RateLimit`. */
export const tooManyRequests = refusal('Too many requests from one address (with Retry-After and RateLimit)', ['rate_limited']);

export const internalError = refusal('Internal error', ['internal']);

export const bodyTooLarge = refusal('Body larger than the limit', ['body_too_large']);

/** Refusals that several operations share, by their names in the OpenAPI document. */
export const sharedRefusals: Readonly<Record<string, RefusalSpec>> = {
  TooManyRequests: tooManyRequests,
  InternalError: internalError,
  BodyTooLarge: bodyTooLarge,
};
