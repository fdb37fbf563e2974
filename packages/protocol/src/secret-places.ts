import { type ApiConfig, ApiConfigError } from './api-config-outline.js';
import { PLACEHOLDER_RULE, secretsIn } from './secret-placeholder.js';

const MAX_BODY_BYTES = 8_192;
const METHODS_WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH'];
const CONTROLS = /[^\P{Cc}\t\n\r]/u;
/** A place before the path, or in the query before the `=` of a parameter. */
const PLACE_OF_NO_SECRET = /^[^/]*\/\/[^/?]*\{\{|^[^?]*\?(?:[^&]*&)*[^=&]*\{\{/;

const encoder = new TextEncoder();

/** The form of a body, by which secrets in it are escaped; null for one that takes no secrets. */
type BodyForm = 'json' | 'form' | null;

/** Judges what a configuration sends beside its headers: the places of secrets in its url, and its body. @throws ApiConfigError */
export function requireSendable(config: ApiConfig, root: string): void {
  if (PLACE_OF_NO_SECRET.test(config.url))
    throw new ApiConfigError(`${root}.url`, 'must hold {{secret.<name>}} in its path, or behind the = of a parameter of its query');
  const rule = bodyRule(config);
  if (rule !== undefined) throw new ApiConfigError(`${root}.body`, rule);
}

function bodyRule({ method, headers, body }: ApiConfig): string | undefined {
  if (body === undefined) return undefined;
  if (!METHODS_WITH_BODY.includes(method)) return 'must come with the method POST, PUT or PATCH';
  const { length } = encoder.encode(body);
  if (length === 0 || length > MAX_BODY_BYTES) return `must have from 1 to ${MAX_BODY_BYTES} bytes of UTF-8`;
  if (CONTROLS.test(body)) return 'must have no control characters but tab, LF and CR';
  const type = contentTypeOf(headers);
  if (type === undefined || type.includes('{{')) return 'must come with the header Content-Type, without a placeholder';
  const names = secretsIn(body);
  if (names === undefined) return PLACEHOLDER_RULE;
  if (names.length > 0 && bodyFormOf(headers) === null)
    return 'must hold placeholders only where Content-Type is a type of JSON, or application/x-www-form-urlencoded';
  return undefined;
}

export function bodyFormOf(headers: ApiConfig['headers']): BodyForm {
  const [type = ''] = contentTypeOf(headers)?.toLowerCase().split(';') ?? [];
  if (/^application\/(?:[^ ]+\+)?json *$/.test(type)) return 'json';
  return type.trimEnd() === 'application/x-www-form-urlencoded' ? 'form' : null;
}

function contentTypeOf(headers: ApiConfig['headers'] = {}): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}
