import type { ApiConfig } from '../api-config.js';
import { headerRule, MAX_HEADER_BYTES } from '../http-header.js';
import { replacePlaceholders } from '../secret-placeholder.js';
import { bodyFormOf } from '../secret-places.js';
import { SealedSecretsError } from './sealed-secrets-error.js';

const MAX_URL_CHARS = 4_096;
const MAX_BODY_BYTES = 16_384;
/** A segment that URL parsers take away (RFC 3986 §5.2.4). */
const DOT_SEGMENT = /^[^?]*\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

const encoder = new TextEncoder();

/**
 * The source as it is fetched: every placeholder replaced once, so that a secret which looks like a placeholder stays what it is. A secret is
 * percent-encoded in the url, and escaped in a body by its type. The result must be legal headers, as in an ApiConfig, and a legal url.
 * @throws SealedSecretsError `malformed`
 */
export function substituteSecrets(source: ApiConfig, secrets: ReadonlyMap<string, string>): ApiConfig {
  const { body } = source;
  return {
    ...substituteInHead(source, secrets),
    ...(body === undefined ? {} : { body: bodyWith(body, bodyFormOf(source.headers), secretsBy(secrets)) }),
  };
}

/** Url and headers alone, which a caller's program judges before it seals. @throws SealedSecretsError `malformed` */
export function substituteInHead(source: ApiConfig, secrets: ReadonlyMap<string, string>): ApiConfig {
  const secretOf = secretsBy(secrets);
  return { ...source, url: urlWith(source.url, secretOf), headers: headersWith(source.headers, secretOf) };
}

type SecretOf = (name: string) => string;

function secretsBy(secrets: ReadonlyMap<string, string>): SecretOf {
  return (name) => {
    const found = secrets.get(name);
    if (found === undefined) throw malformed('a placeholder of the source has no secret');
    return found;
  };
}

function headersWith(templates: ApiConfig['headers'] = {}, secretOf: SecretOf): Readonly<Record<string, string>> {
  // The object has no prototype, because `__proto__` is a legal field name.
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  let size = 0;
  for (const [name, template] of Object.entries(templates)) {
    const value = replacePlaceholders(template, secretOf);
    if (headerRule(name, value) !== undefined) throw malformed('a header with its secret in place is not legal');
    size += name.length + value.length;
    headers[name] = value;
  }
  if (size > MAX_HEADER_BYTES) throw malformed(`the headers with their secrets in place must have at most ${MAX_HEADER_BYTES} bytes`);
  return headers;
}

function urlWith(template: string, secretOf: SecretOf): string {
  const url = replacePlaceholders(template, (name) => {
    const secret = secretOf(name);
    if (secret === '') throw malformed('a secret in the url must not be empty');
    return percentEncoded(secret);
  });
  if (url === template) return url;
  if (url.length > MAX_URL_CHARS) throw malformed(`the url with its secrets in place must have at most ${MAX_URL_CHARS} characters`);
  if (DOT_SEGMENT.test(url)) throw malformed('the url with its secrets in place has a segment . or ..');
  return url;
}

function bodyWith(template: string, form: 'json' | 'form' | null, secretOf: SecretOf): string {
  const escaped = form === 'json' ? (secret: string) => JSON.stringify(secret).slice(1, -1) : percentEncoded;
  const body = replacePlaceholders(template, (name) => escaped(secretOf(name)));
  if (encoder.encode(body).length > MAX_BODY_BYTES)
    throw malformed(`the body with its secrets in place must have at most ${MAX_BODY_BYTES} bytes`);
  return body;
}

/** All but the unreserved characters of RFC 3986 §2.3, by the bytes of UTF-8. */
function percentEncoded(text: string): string {
  const encoded = encodeURIComponent(text);
  return encoded.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function malformed(rule: string): SealedSecretsError {
  return new SealedSecretsError('malformed', rule);
}
