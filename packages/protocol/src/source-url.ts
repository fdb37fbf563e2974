import { canonicalUrl } from './canonical-url.js';
import { placeholderRule, replacePlaceholders } from './secret-placeholder.js';

const MAX_URL_CHARS = 2_048;
/** A url that a refusal spells out. */
const MAX_TOLD_URL_CHARS = 300;
/** Any character but those of RFC 3986 §2: unreserved and reserved ones but `#`, and percent-encoded bytes. */
const FOREIGN_CHARACTER = /[^A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/u;
/** URL parsers differ in which of these they accept, by the Unicode tables they were built with. */
const PUNYCODE_LABEL = /(?:^|\.)xn--/i;
const HOST_RULE = 'must name a host in ASCII; internationalised names (xn--) do not serve';

/**
 * The rule that the url of a source breaks, with what to write in its place; undefined for a good one. It judges the text itself, because the
 * text is what is hashed: URL parsers silently repair what this refuses, and not all alike (docs/protocol.md#apiconfig). Nodes fetch an accepted url as
 * `fetchUrl` writes it.
 */
export function urlRule(written: string): string | undefined {
  if (written.length > MAX_URL_CHARS) return `must have at most ${MAX_URL_CHARS} characters`;
  // A letter stands for each secret.
  const url = replacePlaceholders(written, () => 'x');
  return placeholderRule(written) ?? characterRule(url) ?? authorityRule(url) ?? formRule(url, url !== written);
}

/** The rule of the first character that no url may hold: the text to write in its place. */
function characterRule(url: string): string | undefined {
  const found = FOREIGN_CHARACTER.exec(url);
  if (found === null) return undefined;
  const { 0: character, index } = found;
  if (/^https?:\/\/[^/?]*$/i.test(url.slice(0, index))) return HOST_RULE;
  if (character === '#') return 'must end before the #, without a fragment';
  if (/\p{Cs}/u.test(character)) return 'must be well-formed Unicode';
  return `must write ${character > '~' ? 'a character' : JSON.stringify(character)} as ${encodeURIComponent(character)}`;
}

function authorityRule(url: string): string | undefined {
  const [, authority] = /^https?:\/\/([^/?]*)/i.exec(url) ?? [];
  if (authority === undefined) return 'must start with https:// or http://';
  if (authority === '') return 'must name a host';
  if (authority.includes('@')) return 'must not hold user information';
  return PUNYCODE_LABEL.test(authority) ? HOST_RULE : undefined;
}

/** The caller's own text may be told, but not with letters in place of its placeholders. */
function formRule(url: string, hasSecrets: boolean): string | undefined {
  const href = hrefOf(url);
  if (href === undefined) return 'must be a valid URL';
  const isTold = href.length <= MAX_TOLD_URL_CHARS && !hasSecrets;
  if (href !== canonicalUrl(url))
    return isTold ? `must be written as ${href}` : 'must be written as URL parsers write it, such as without . and .. segments';
  return href.length > MAX_URL_CHARS ? `must have at most ${MAX_URL_CHARS} characters with its path` : undefined;
}

/** The url as URL parsers write it; undefined for none. */
function hrefOf(url: string): string | undefined {
  try {
    return new URL(url).href;
  } catch {
    return undefined;
  }
}
