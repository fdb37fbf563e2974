import { deriveFeedId, type FeedId, formatValue, listValue, NO_OWNER, type SourceId, toHex, formOfList } from '@oracle-gateway/protocol';
import { equalBytes, ruleOf } from '@oracle-gateway/protocol/internal';
import { VerificationError, type VerificationReason } from '../base/errors.js';
import { asWritten, quorumIn, sourceIn, type SourceInput } from '../base/source.js';
import { feedIdIn } from '../base/feed-id-in.js';
import type { LedgerOptions } from '../ledger/deployment.js';
import { readAnswer } from './read-answer.js';
import { type ExpectedRound, type VerifiedValue, type VerifyDeps, verifySigned, verifyValue } from './verify-answer.js';
import { verifierOf, type VerifyFromLedgerDeps } from './verify-from-ledger.js';

/** A public feed, as its reader knows it. */
export interface ExpectedFeed {
  /** 32 bytes in hex with `0x`. */
  readonly feedId: string;
  readonly source: SourceInput;
  readonly quorum: number;
}

/** An answer of a public feed: `result` of its `latest`, and `place` where that has one. */
export interface FeedAnswerInput {
  readonly answer: unknown;
  /** Place of the feed in the list that its value was bought in. */
  readonly place?: number | undefined;
  readonly expected: ExpectedFeed;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Verifies answers of public feeds, one after another, against the ledger alone: the nodes signed the value for this source, this quorum and
 * this feed. The reader of a public feed does not know its owner, so that nothing is said of the owner. The caller decides on the greatest age.
 *
 * @returns the verifier. It throws VerificationError when an answer is not what the nodes signed; TransportError when the ledger cannot be
 *   read; ClientUsageError
 * @example
 * const verify = feedVerifier({ rpcUrl, programId, network });
 * const { value } = await verify({ answer: latest.result, place: latest.place, expected: { feedId, source, quorum: 3 } });
 */
export function feedVerifier(ledger: LedgerOptions, deps: VerifyFromLedgerDeps = {}): (input: FeedAnswerInput) => Promise<VerifiedValue> {
  const verifier = verifierOf(ledger, deps);
  return (input) => verifyFeedAnswer(verifier, input);
}

/** Verifies one answer. @throws as the verifier that `feedVerifier` returns */
export async function verifyFeedAnswer(deps: VerifyDeps, { answer, place, expected, signal }: FeedAnswerInput): Promise<VerifiedValue> {
  const { feedId, source, quorum } = expected;
  const subjects = [sourceIn(source), sourceIn(source, asWritten)] as const;
  const asked = { subjects, quorum: quorumIn(quorum), feedId: feedIdIn(feedId) };
  if (place === undefined) return (await verifyValue(deps, { answer, expected: asked, signal })).verified;
  return verifyMember(deps, { answer, place, expected: asked, signal });
}

interface MemberInput {
  readonly answer: unknown;
  readonly place: number;
  readonly expected: Required<Pick<ExpectedRound, 'subjects' | 'quorum' | 'feedId'>>;
  readonly signal: AbortSignal | undefined;
}

/** The signed value of a list is a hash over each source with its value. One of them can therefore be verified by itself. */
async function verifyMember(deps: VerifyDeps, { answer, place, expected, signal }: MemberInput): Promise<VerifiedValue> {
  const { subjects, quorum, feedId } = expected;
  const stated = readAnswer(answer);
  const member = stated.values?.[place];
  if (stated.values === undefined || stated.values.length < 2 || member === undefined || member.value === null)
    throw refused('inconsistent', 'the list has no value at this place');
  const subject = subjects.find(({ sourceId }) => equalBytes(sourceId, member.sourceId));
  if (subject === undefined) throw refused('other_source', 'the value is of another source than asked for');
  if (!equalBytes(member.feedId, feedId)) throw refused('inconsistent', 'the value is of another feed than asked for');
  if (stated.signaturesRequired !== quorum) throw refused('other_quorum', 'the answer is of another quorum than asked for');
  const rule = ruleOf(subject);
  const value = formatValue(member.valuePacked, rule);
  if (member.value !== value) throw refused('inconsistent', 'the value is not what its packed value says');
  // The brands say what 32 bytes are; the signature covers them.
  const entries = stated.values.map(({ sourceId, valuePacked }) => ({ sourceId: sourceId as SourceId, value: valuePacked }));
  if (!equalBytes(listValue(entries), stated.valuePacked)) throw refused('inconsistent', 'values are not those that were signed');
  const sourceId = stated.sourceId as SourceId;
  const listFeed = (stated.feedId as FeedId | undefined) ?? deriveFeedId({ owner: NO_OWNER, sourceId, signaturesRequired: quorum });
  const list = { stated, expected, feedId: listFeed, subject: { sourceId, form: formOfList(entries.length) } };
  const { signed } = await verifySigned(deps, list, signal);
  const mode = rule === undefined ? 'exact' : 'tolerance';
  return { ...signed, feedId: toHex(feedId), sourceId: toHex(subject.sourceId), value, mode };
}

function refused(reason: VerificationReason, message: string): VerificationError {
  return new VerificationError(reason, message);
}
