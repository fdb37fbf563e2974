import { ConfigError } from './config-error.js';
import type { Setting } from './setting.js';

/** Schemes are written with their colon, e.g. `https:`. Throws ConfigError. */
export function readUrl({ name, text }: Setting, schemes: readonly string[]): string {
  if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol)) {
    throw new ConfigError(name, `must be a URL that starts with ${schemes.join(' or ')}`);
  }
  return text;
}
