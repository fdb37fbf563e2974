import type { ApiConfig } from '../api-config.js';
import { headerRule, MAX_HEADER_BYTES } from '../http-header.js';
import { replacePlaceholders } from '../secret-placeholder.js';
import { SealedSecretsError } from './sealed-secrets-error.js';

/**
 * The source as it is fetched: every placeholder of its header values replaced once, so that a secret which looks like a placeholder stays
 * what it is. The result must be legal headers, as in an ApiConfig.
 * @throws SealedSecretsError `malformed`
 */
export function substituteSecrets(source: ApiConfig, secrets: ReadonlyMap<string, string>): ApiConfig {
  // The object has no prototype, because `__proto__` is a legal field name.
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  let size = 0;
  for (const [name, template] of Object.entries(source.headers ?? {})) {
    const value = replacePlaceholders(template, (secret) => {
      const found = secrets.get(secret);
      if (found === undefined) throw malformed('a placeholder of the source has no secret');
      return found;
    });
    if (headerRule(name, value) !== undefined) throw malformed('a header with its secret in place is not legal');
    size += name.length + value.length;
    headers[name] = value;
  }
  if (size > MAX_HEADER_BYTES) throw malformed(`the headers with their secrets in place must have at most ${MAX_HEADER_BYTES} bytes`);
  return { ...source, headers };
}

function malformed(rule: string): SealedSecretsError {
  return new SealedSecretsError('malformed', rule);
}
