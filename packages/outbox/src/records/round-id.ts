import type { RoundId } from '@oracle-gateway/protocol';

/** Base58. */
export const ROUND_ID = /^[1-9A-HJ-NP-Za-km-z]{1,64}$/;

/** Whether a text has the form of a round's id. */
export function isRoundId(text: string): text is RoundId {
  return ROUND_ID.test(text);
}
