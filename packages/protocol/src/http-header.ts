/** Names and values of a source's headers together. */
export const MAX_HEADER_BYTES = 8_192;

/** RFC 9110 §5.6.2 `token`. */
const FIELD_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Visible ASCII, with spaces and tabs only inside: senders trim the ends, and what is hashed must be what is fetched. */
const FIELD_VALUE = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/;

/** Fields of the connection or the message frame, which the sender of the request sets itself (RFC 9110 §7.6.1, §7.2, §8.6). */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The rule that a request header breaks, or undefined. */
export function headerRule(name: string, value: string): string | undefined {
  if (!FIELD_NAME.test(name)) return 'must be an RFC 9110 field name';
  if (RESERVED_NAMES.has(name.toLowerCase())) return 'must not be a hop-by-hop or framing header';
  if (!FIELD_VALUE.test(value)) return 'must have a value of printable ASCII, without white space at its ends';
  return undefined;
}
