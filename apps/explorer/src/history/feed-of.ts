import { deriveFeedId, parseAddress, parseApiConfigOutline, deriveSourceId, toHex } from '@oracle-gateway/protocol';
import type { ApiConfigInput } from '@oracle-gateway/client';

/** The feed that rounds of a key belong to, hex with `0x`; undefined where there can be none. */
export function feedOf(input: { readonly owner: string; readonly source: ApiConfigInput; readonly quorum: number }): string | undefined {
  try {
    const sourceId = deriveSourceId(parseApiConfigOutline(input.source));
    return toHex(deriveFeedId({ owner: parseAddress(input.owner), sourceId, signaturesRequired: input.quorum }));
  } catch {
    return undefined;
  }
}
