import { keccak_256 } from '@noble/hashes/sha3.js';
import { deriveFeedId, type Address, type SourceId } from '@oracle-gateway/protocol';
import { feedAddress } from '@oracle-gateway/protocol/accounts';

import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import * as generated from '@oracle-gateway/protocol/instructions';

/** The source of a feed, which the program checks against the feed's id. */
export interface ShowSourceInput {
  readonly programId: Address;
  /** Any key; pays for the feed's account if it does not exist yet. */
  readonly payer: Address;
  /** Owner of the feed, or `NO_OWNER` on the pay-per-request path. */
  readonly feedOwner: Address;
  readonly signaturesRequired: number;
  /** The text whose keccak256 is the source's id: its canonical ApiConfig in UTF-8, or the preimage of an index. It is public from then on. */
  readonly text: Uint8Array;
}

/** Longest text that fits into a transaction with one signature, a compute unit limit and a price. */
export const MAX_SHOWN_SOURCE_BYTES = 909;

/** Tag 36: tells a feed its mode and decimals, and creates it where it does not exist. It needs no signature of a node. */
export function showSource({ programId, payer, feedOwner, signaturesRequired, text }: ShowSourceInput): LedgerInstruction {
  const feedId = deriveFeedId({ owner: feedOwner, sourceId: keccak_256(text) as Uint8Array as SourceId, signaturesRequired });
  return generated.showSource({ programId, payer, owner: feedOwner, signaturesRequired, text, feed: feedAddress(programId, feedId) });
}
