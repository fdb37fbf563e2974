/** Scheme, authority, rest. */
const PARTS = /^(https?):\/\/([^/?]*)(.*)$/is;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: ':80', https: ':443' };

function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Three rewrites of the text of a URL, without a URL library, so that all implementations write the same (docs/protocol.md#apiconfig): scheme and host in
 * lower case, the default port left out, a missing path as `/`. Any other text stays as it is.
 */
export function canonicalUrl(text: string): string {
  const [, written = '', authority = '', rest = ''] = PARTS.exec(text) ?? [];
  if (written === '') return text;
  const scheme = asciiLowerCase(written);
  const port = DEFAULT_PORTS[scheme] ?? '';
  const host = asciiLowerCase(authority);
  return `${scheme}://${host.endsWith(port) ? host.slice(0, -port.length) : host}${rest.startsWith('/') ? '' : '/'}${rest}`;
}
