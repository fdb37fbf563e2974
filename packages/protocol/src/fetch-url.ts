import type { ApiConfig } from './api-config-outline.js';

/** Scheme, authority, rest. */
const PARTS = /^(https?):\/\/([^/?]*)(.*)$/is;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: ':80', https: ':443' };

function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Three rewrites of the text of a URL, without a URL library, so that all implementations write the same (protocol §1): scheme and host in
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

/**
 * The URL that nodes fetch. What is said or kept of a source's host and place is of this text: who may be asked, which provider it is, whom
 * nodes asked. The id of the source is of the text as it was sent.
 */
export function fetchUrl({ url }: Pick<ApiConfig, 'url'>): string {
  return canonicalUrl(url);
}

/** The same source as programs write it, so that it has one id. */
export function canonicalSource(config: ApiConfig): ApiConfig {
  const url = fetchUrl(config);
  return url === config.url ? config : { ...config, url };
}
