import type { FeedEvent, FlatRoundResult } from '@oracle-gateway/gateway-api';
import { ContractError, parseFlatRoundResult } from '@oracle-gateway/gateway-api/parsers';
import { fromHex, signersOf } from '@oracle-gateway/protocol';
import type { RoundOnRecord } from '../answers/round-on-record.js';
import { readAnsweredList, writeAnsweredList } from '../answers/answered-list.js';
import { asRepeated, withFlatValues } from '../answers/stored-answer.js';

/** The answer of a round whose values public feeds show. */
type FeedRound = Pick<RoundOnRecord, 'roundId' | 'result' | 'list'>;

/** The value of one feed in an answer. */
export interface FeedOfAnswer {
  readonly feedId: string;
  /** A decimal. */
  readonly value: string;
  /** Place in the values of a list. */
  readonly place?: number;
}

/** The feeds that an answer has a value of: its own, or those of the sources of its list. */
export function feedsInAnswer({ data: { feedId, value, values } }: FlatRoundResult): readonly FeedOfAnswer[] {
  if (values === undefined) return [{ feedId, value }];
  return values.flatMap((source, place) => ('value' in source ? [{ feedId: source.feedId, value: source.value, place }] : []));
}

/** Members beside the result that readers of a feed are told. */
export function tellFeedValue(
  { roundId, result: { data } }: Pick<FeedRound, 'roundId' | 'result'>,
  { value, place }: FeedOfAnswer,
): Omit<FeedEvent, 'answeredAt' | 'result'> {
  const signers = signersOf(fromHex(data.signersBitmap, 32));
  return { roundId, observedAt: data.observedAt, value, signers: [...signers], ...(place === undefined ? {} : { place }) };
}

/** The answer as the feed store keeps it, without what follows from the rest. */
export function writeShownAnswer({ roundId, result, list }: FeedRound): string {
  const { values: _built, ...data } = result.data;
  return JSON.stringify({ roundId, result: { ...result, data }, ...(list === null ? {} : { list: writeAnsweredList(list) }) });
}

/** Throws `ContractError` for what {@link writeShownAnswer} did not write. */
export function readShownAnswer(text: string): FeedRound {
  const plain: unknown = JSON.parse(text);
  if (typeof plain !== 'object' || plain === null || !('roundId' in plain) || typeof plain.roundId !== 'string' || !('result' in plain)) {
    throw new ContractError('answer', 'must be an answer of a public feed');
  }
  const list = 'list' in plain ? readAnsweredList(plain.list) : null;
  return { roundId: plain.roundId, result: asRepeated(withFlatValues(parseFlatRoundResult(plain.result), list)), list };
}
