import { canonicalApiConfig, indexText } from '@oracle-gateway/protocol';
import type { Subject } from '@oracle-gateway/protocol/internal';

const utf8 = new TextEncoder();

/** The text whose hash is the id of a source or an index, which `show_source` takes. */
export function shownText({ sources, combine }: Subject): Uint8Array {
  const [only] = sources;
  if (combine !== undefined) return indexText({ sourceIds: sources.map(({ sourceId }) => sourceId), combine });
  if (only === undefined || sources.length > 1) throw new TypeError('a list has no text');
  return utf8.encode(canonicalApiConfig(only.apiConfig));
}
