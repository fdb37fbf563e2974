import { deriveFeedId, parseAddress, type SourceId, toHex } from '@oracle-gateway/protocol';

/** The feed that rounds of a key belong to, hex with `0x`; undefined where there can be none. */
export function feedOf(input: { readonly owner: string; readonly sourceId: SourceId; readonly quorum: number }): string | undefined {
  try {
    return toHex(deriveFeedId({ owner: parseAddress(input.owner), sourceId: input.sourceId, signaturesRequired: input.quorum }));
  } catch {
    return undefined;
  }
}
