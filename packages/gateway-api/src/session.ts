import { type Static, Type } from '@sinclair/typebox';
import { Base58Key, closed, integer, okEnvelope } from './fields.js';

/** A signed-in caller (docs/api.md#post-v1session). The token is returned once and cannot be recovered. */
export const Session = Type.Object(
  {
    token: Type.String({ description: 'bearer credential; returned once' }),
    tokenType: Type.Literal('Bearer'),
    sessionId: Type.String({ description: "identifies the session in the gateway's records; no credential" }),
    authority: Base58Key,
    owner: Base58Key,
    role: Type.Unsafe<'owner' | 'delegate'>({ type: 'string', enum: ['owner', 'delegate'] }),
    gatewayPda: Base58Key,
    programId: Base58Key,
    issuedAt: integer('unix seconds'),
    expiresAt: integer('unix seconds'),
  },
  closed,
);

export type Session = Static<typeof Session>;

export const SessionAnswer = okEnvelope(Session);
