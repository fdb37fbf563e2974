import type { ApiConfig } from '@oracle-gateway/protocol';

/** Whom the nodes ask: host and port of the source, as what is known of nodes and sources is kept. */
export function sourceHost({ url }: Pick<ApiConfig, 'url'>): string {
  return new URL(url).host;
}
