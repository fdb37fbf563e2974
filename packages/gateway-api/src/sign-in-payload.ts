import { type Static, type TString, Type } from '@sinclair/typebox';
import { closed } from './fields.js';

const MAX_TEXT_CHARS = 1_024;
const MAX_RESOURCES = 8;

/** None of its characters could make a line of the signed text, or hide one. */
function line(description: string): TString {
  return Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$', maxLength: MAX_TEXT_CHARS, title: description });
}

const time = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$',
  title: 'a time as in RFC 3339',
});

/** The payload of the x402 extension `sign-in-with-x` (CAIP-122, Solana): what the header holds as base64 of JSON. */
export const SignInPayload = Type.Object(
  {
    domain: line('one line of text'),
    address: line('a key in base58'),
    statement: Type.Optional(line('one line of text')),
    uri: line('one line of text'),
    version: Type.Literal('1', { title: '"1"' }),
    chainId: line('a CAIP-2 chain id'),
    type: Type.Literal('ed25519', { title: '"ed25519"' }),
    nonce: Type.String({ pattern: '^[A-Za-z0-9]{8,128}$', title: '8 to 128 letters and digits' }),
    issuedAt: time,
    expirationTime: Type.Optional(time),
    notBefore: Type.Optional(time),
    requestId: Type.Optional(line('one line of text')),
    resources: Type.Optional(Type.Array(line('one line of text'), { maxItems: MAX_RESOURCES, title: `at most ${MAX_RESOURCES} texts` })),
    signatureScheme: Type.Optional(line('one line of text')),
    signature: line('64 bytes in base58 or hex'),
  },
  closed,
);
export type SignInPayload = Static<typeof SignInPayload>;
