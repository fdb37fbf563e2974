/** Place of a credential in a request: in a header of its own, as a bearer token, or as a member of the request body. */
export type SecurityPlace = { readonly header: string } | { readonly bearer: string } | { readonly bodyMember: string };

/** A credential: where it is sent, and its meaning. */
export interface SecurityScheme {
  readonly place: SecurityPlace;
  readonly description: string;
}

/** Every way in which a caller shows who it is, or that it pays. */
export const securitySchemes = {
  session: {
    place: { bearer: 'session token' },
    description: 'The token of a session: `Authorization: Bearer <token>`. `POST /v1/session` opens one.',
  },
  signIn: {
    place: { header: 'SIGN-IN-WITH-X' },
    description: 'A sign-in message (CAIP-122, Solana) with its Ed25519 signature: base64 of its JSON. It serves once.',
  },
  roundRead: {
    place: { header: 'Authorization' },
    description:
      '`RoundRead <address>.<unix seconds>.<signature>`: the Ed25519 signature of the round’s requester over the text `Oracle Gateway: read round <roundId> at <unix seconds>`.',
  },
  simulate: {
    place: { header: 'Authorization' },
    description:
      '`Simulate <key>.<unix seconds>.<signature>`, of a delegate `Simulate <key>.<owner>.<unix seconds>.<signature>`: the Ed25519 signature of a key that may ask for rounds over the simulate hash of the source, for one minute.',
  },
  paymentRead: {
    place: { header: 'Authorization' },
    description:
      '`PaymentRead <payer>.<unix seconds>.<signature>`: the Ed25519 signature of the payer over the text `Oracle Gateway: read payment <signature of the transaction> at <unix seconds>`.',
  },
  usageRead: {
    place: { header: 'Authorization' },
    description:
      '`UsageRead <key>.<unix seconds>.<signature>`: the Ed25519 signature of the key over the text `Oracle Gateway: read usage at <Gateway account> at <unix seconds>`.',
  },
  payment: {
    place: { header: 'PAYMENT-SIGNATURE' },
    description: 'A payment of x402 version 2, base64 of its JSON. A request without it is told the terms.',
  },
  authSig: {
    place: { bodyMember: 'authSig' },
    description:
      'The Ed25519 signature of `consumerAuthority` over sha256(`SVC_REQAUTH_V1` ‖ feed_id[32] ‖ u64 LE timestamp), in the body. `/protocol.md` derives the feed id.',
  },
  agentRequestAuthSig: {
    place: { bodyMember: 'agent_request_auth_sig' },
    description:
      'The Ed25519 signature of `payer` over sha256(`SVC_AGENT_REQAUTH_V1` ‖ escrow[32] ‖ gateway[32] ‖ feed_id[32] ‖ u64 LE canonical_timestamp ‖ u64 LE amount), in the body. `/protocol.md` derives the ids.',
  },
} as const satisfies Readonly<Record<string, SecurityScheme>>;

/** Name of a credential in the OpenAPI document. */
export type SecuritySchemeName = keyof typeof securitySchemes;

/** One credential is enough. `none`: the operation also answers without a credential, as its description says. */
export type SecurityAlternative = SecuritySchemeName | 'none';
