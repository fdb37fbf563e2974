import { type FeedId, fromHex } from '@oracle-gateway/protocol';
import { ClientUsageError } from './errors.js';

/** Reads a feed id in hex. @throws ClientUsageError */
export function feedIdIn(text: string): FeedId {
  try {
    // The brand says what 32 bytes are; a signature or the ledger's account is compared with them.
    return fromHex(text, 32) as FeedId;
  } catch (error) {
    throw new ClientUsageError('feedId', 'must be 32 bytes as 0x hex', { cause: error });
  }
}
