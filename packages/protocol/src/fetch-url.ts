import type { ApiConfig } from './api-config-outline.js';
import { canonicalUrl } from './canonical-url.js';

/**
 * The URL that nodes fetch. Every rule about a source's host uses this text: which hosts nodes may ask, which provider a source belongs to.
 * The id of the source is the hash of the text as it was sent.
 */
export function fetchUrl({ url }: Pick<ApiConfig, 'url'>): string {
  return canonicalUrl(url);
}

/** The same source as programs write it, so that it has one id. */
export function canonicalSource(config: ApiConfig): ApiConfig {
  const url = fetchUrl(config);
  return url === config.url ? config : { ...config, url };
}
