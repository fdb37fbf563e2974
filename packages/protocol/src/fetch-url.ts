import type { ApiConfig } from './api-config-outline.js';
import { canonicalUrl } from './canonical-url.js';

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
