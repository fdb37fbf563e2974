import { readAnswer, type RoundStatus } from '@oracle-gateway/client';
import { signersOf, toHex } from '@oracle-gateway/protocol';
import type { Feed } from '../catalogue/feeds.js';
import { told } from '../told.js';

/** A round as the gateway tells it. Nothing of it is verified. */
export interface ToldRound {
  readonly value: string;
  /** Unix milliseconds. */
  readonly observedAtMs: number;
  readonly quorum: number;
  readonly signers: readonly number[];
  /** Hex with `0x`. */
  readonly sourceId: string;
  /** Hex with `0x`; absent for a round that was paid by itself. */
  readonly feedId: string | undefined;
  /** Its feed in the catalogue. */
  readonly feed: Feed | undefined;
  /** Values of a list, whose own value is a hash; undefined for one value. */
  readonly members: readonly ToldMember[] | undefined;
}

/** A source of a list and its value, by the gateway's word. */
export interface ToldMember {
  readonly sourceId: string;
  /** Decimal text; null where the nodes agreed on none. */
  readonly value: string | null;
  readonly feed: Feed | undefined;
}

/** Undefined where the round has no result, or one that breaks its form. */
export function toldRoundOf(result: RoundStatus['result'], feeds: readonly Feed[] = []): ToldRound | undefined {
  return told(() => {
    const stated = readAnswer(result);
    const sourceId = toHex(stated.sourceId);
    return {
      value: stated.value,
      observedAtMs: stated.observedAtMs,
      quorum: stated.signaturesRequired,
      signers: signersOf(stated.signersBitmap),
      sourceId,
      feedId: stated.feedId === undefined ? undefined : toHex(stated.feedId),
      feed: feeds.find((feed) => feed.sourceId === sourceId),
      members: stated.values?.map((member) => {
        const id = toHex(member.sourceId);
        return { sourceId: id, value: member.value, feed: feeds.find((feed) => feed.sourceId === id) };
      }),
    };
  });
}
