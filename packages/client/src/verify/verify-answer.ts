import {
  type Address,
  type Aggregation,
  type ApiConfig,
  type DeploymentId,
  deriveFeedId,
  type FeedId,
  formatValue,
  listValue,
  NO_OWNER,
  type SourceId,
  toHex,
  isList,
} from '@oracle-gateway/protocol';
import { equalBytes, ruleOf, type SubjectSource, type Subject } from '@oracle-gateway/protocol/internal';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { type AggregateKeyCache, commitmentOfNonce, verifyAttestation } from '@oracle-gateway/schnorr';
import type { StampWindow } from '../base/clock.js';
import { VerificationError, type VerificationReason } from '../base/errors.js';
import { acceptedRegistry } from '../ledger/accepted-registry.js';
import type { OracleLedger } from '../ledger/oracle-ledger.js';
import { readAnswer, type StatedRound, type StatedValue } from './read-answer.js';
import type { StatedReason } from '../base/read-reason.js';

/** Everything that a quorum of the ledger's nodes signed beside a value. */
export interface SignedTerms {
  /** 32 bytes in hex with `0x`. */
  readonly feedId: string;
  /** 32 bytes in hex with `0x`: the hash of the source, the index or the list. */
  readonly sourceId: string;
  /** Time of the request, unix milliseconds. It tells nothing of the value's age. */
  readonly timestampMs: number;
  /**
   * The stamp that was signed, unix milliseconds: no node asked the source before it. It tells how long ago nodes asked at most, not how old
   * the source's own answer was then.
   */
  readonly observedAtMs: number;
  /** Indices of the nodes that signed, ascending. */
  readonly signers: number[];
  /** Number of nodes that had to sign, and did. */
  readonly quorum: number;
  readonly registryVersion: number;
}

/** A value that a quorum of the ledger's nodes signed for this source. */
export interface VerifiedValue extends SignedTerms {
  /** Decimal text without trailing zeros, decoded from the bytes that were signed. */
  readonly value: string;
  /** `exact`: all saw this value. `tolerance`: it is the median of what they saw. */
  readonly mode: 'exact' | 'tolerance';
}

/** Values that a quorum of the ledger's nodes signed together. `feedId` and `sourceId` are those of the list. */
export interface VerifiedValues extends SignedTerms {
  /** One for each source, in the order in which they were asked for. */
  readonly values: readonly ListedValue[];
}

/** One source of a list. The nodes signed that it has this value, or that it has none. */
export type ListedValue = {
  /** The source as it was asked for. */
  readonly source: ApiConfig;
  /** 32 bytes in hex with `0x`. */
  readonly sourceId: string;
  /** The feed that a round of this source alone would belong to: 32 bytes in hex with `0x`. */
  readonly feedId: string;
  readonly mode: VerifiedValue['mode'];
} & (
  | {
      /** Decimal text without trailing zeros, decoded from the bytes that were signed. */
      readonly value: string;
      /** The stamp of the list. `takeNewer` takes the value for its feed. */
      readonly observedAtMs: number;
    }
  | {
      /** The nodes did not agree on a value. */
      readonly value: null;
      /** The gateway's word, which no signature covers. */
      readonly unsignedReason: StatedReason;
    }
);

/** A verified answer, and the 32 bytes that the nodes signed: a receipt on the ledger holds them. */
export interface VerifiedAnswer<V extends SignedTerms = VerifiedValue> {
  readonly verified: V;
  readonly message: Uint8Array;
}

/** The round that was asked for, by the caller's own records. */
export interface ExpectedRound {
  /** The question in the forms in which it may have been sent: a form has an id of its own. */
  readonly subjects: readonly [Subject, ...Subject[]];
  readonly quorum: number;
  /** Owner of the feed; absent: the answer is of a paid round, whose feed has none. */
  readonly owner?: Address;
  /** The feed itself, where its owner is not known. */
  readonly feedId?: FeedId;
  /** Time of the request, unix milliseconds; absent: any. */
  readonly timestampMs?: number | undefined;
  /** The stamps that may have been signed, both included; absent: any. */
  readonly observedAtMs?: StampWindow;
}

export interface VerifyDeps {
  readonly ledger: Pick<OracleLedger, 'view' | 'deploymentId'>;
  readonly keySums: AggregateKeyCache;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface VerifyInput {
  readonly answer: unknown;
  readonly expected: ExpectedRound;
  readonly signal?: AbortSignal | undefined;
}

/** Keys by which an answer is judged. */
export interface JudgingKeys {
  readonly deploymentId: DeploymentId;
  readonly registry: RegistryAccount;
  readonly keySums: AggregateKeyCache;
}

/** An answer that agrees with what was asked, before its signature is held against keys. */
export interface StatedClaim<V extends SignedTerms> {
  readonly question: SignedQuestion;
  /** The verified answer, once the nodes have signed this. */
  readonly verifiedBy: (signed: SignedTerms) => V;
}

/** Reads the answer of a source or an index. @throws VerificationError */
export function claimedValue(input: VerifyInput): StatedClaim<VerifiedValue> {
  const asked = askedIn(input);
  const rule = ruleOf(asked.subject);
  const value = formatValue(asked.stated.valuePacked, rule);
  requireStated(asked, value);
  return { question: asked, verifiedBy: (signed) => ({ ...signed, value, mode: modeOf(rule) }) };
}

/** Reads the answer of a list, and holds its values against the one that was signed. @throws VerificationError */
export function claimedValues(input: VerifyInput): StatedClaim<VerifiedValues> {
  const asked = askedIn(input);
  requireStated(asked, toHex(asked.stated.valuePacked));
  const values = listedValues(asked);
  return { question: asked, verifiedBy: (signed) => ({ ...signed, values }) };
}

/**
 * Holds the answer of a source or an index against what was asked and what the ledger has. The gateway is not asked and not trusted.
 *
 * @throws VerificationError with the reason; TransportError when the ledger cannot be read, and then nothing is known
 */
export function verifyValue(deps: VerifyDeps, input: VerifyInput): Promise<VerifiedAnswer> {
  return verifyClaim(deps, claimedValue, input);
}

/** Holds the answer of a list against the same, and its values against the one that was signed. @throws likewise */
export function verifyValues(deps: VerifyDeps, input: VerifyInput): Promise<VerifiedAnswer<VerifiedValues>> {
  return verifyClaim(deps, claimedValues, input);
}

async function verifyClaim<V extends SignedTerms>(
  deps: VerifyDeps,
  read: (input: VerifyInput) => StatedClaim<V>,
  input: VerifyInput,
): Promise<VerifiedAnswer<V>> {
  const { question, verifiedBy } = read(input);
  const { signed, message } = await verifySigned(deps, question, input.signal);
  return { verified: verifiedBy(signed), message };
}

/** The terms that a quorum signed, and the 32 bytes of them. */
interface SignedAnswer {
  readonly signed: SignedTerms;
  readonly message: Uint8Array;
}

/** An answer, and what its nodes have signed of the question. */
interface SignedQuestion {
  readonly stated: StatedRound;
  readonly expected: Pick<ExpectedRound, 'quorum'>;
  readonly subject: Pick<Subject, 'sourceId' | 'form'>;
  readonly feedId: FeedId;
}

/** An answer, and the question that it is held against. */
interface Asked extends SignedQuestion {
  readonly expected: ExpectedRound;
  readonly subject: Subject;
}

function askedIn({ answer, expected }: VerifyInput): Asked {
  const stated = readAnswer(answer);
  const { subjects } = expected;
  const subject = subjects.find(({ sourceId }) => equalBytes(stated.sourceId, sourceId)) ?? subjects[0];
  return { stated, expected, subject, feedId: feedOf(expected, subject.sourceId) };
}

function feedOf({ owner = NO_OWNER, quorum, feedId }: ExpectedRound, sourceId: SourceId): FeedId {
  return feedId ?? deriveFeedId({ owner, sourceId, signaturesRequired: quorum });
}

function modeOf(rule: Aggregation | undefined): VerifiedValue['mode'] {
  return rule === undefined ? 'exact' : 'tolerance';
}

/** The signed value is a hash of all values of a list, in their order. The reason of an absent one is all that it does not cover. */
function listedValues({ stated, expected, subject }: Asked): readonly ListedValue[] {
  const { sources, minValues } = subject;
  const values = stated.values ?? [];
  if (values.length !== sources.length) throw refused('inconsistent', 'values are not as many as the sources');
  const listed = sources.map((source, place) => listedValue(values[place], source, { stated, expected }));
  const entries = sources.map(({ sourceId }, place) => ({ sourceId, value: values[place]?.valuePacked ?? null }));
  if (!equalBytes(listValue(entries), stated.valuePacked)) throw refused('inconsistent', 'values are not those that were signed');
  if (listed.filter(({ value }) => value !== null).length < minValues) throw refused('inconsistent', 'values are fewer than minValues');
  return listed;
}

function listedValue(
  one: StatedValue | undefined,
  { apiConfig, sourceId }: SubjectSource,
  { stated, expected }: Pick<Asked, 'stated' | 'expected'>,
): ListedValue {
  const feedId = feedOf(expected, sourceId);
  if (one === undefined || !equalBytes(one.sourceId, sourceId) || !equalBytes(one.feedId, feedId))
    throw refused('inconsistent', 'values are not of the sources and their feeds, in order');
  const { aggregation } = apiConfig;
  const asked = { source: apiConfig, sourceId: toHex(sourceId), feedId: toHex(feedId), mode: modeOf(aggregation) };
  if (one.value === null) return { ...asked, value: null, unsignedReason: one.reason };
  const value = formatValue(one.valuePacked, aggregation);
  if (one.value !== value) throw refused('inconsistent', 'a value of the list is not what its packed value says');
  return { ...asked, value, observedAtMs: stated.observedAtMs };
}

/** Holds the signature of an answer against the keys on the ledger. @throws likewise */
export async function verifySigned(deps: VerifyDeps, question: SignedQuestion, signal: AbortSignal | undefined): Promise<SignedAnswer> {
  const registry = acceptedRegistry(await deps.ledger.view(question.stated.registryVersion, signal), deps.now());
  return signedTermsBy({ deploymentId: deps.ledger.deploymentId, registry, keySums: deps.keySums }, question);
}

/** Holds the signature of an answer against keys. @throws VerificationError `not_signed` */
export function signedTermsBy(
  { deploymentId, registry, keySums }: JudgingKeys,
  { stated, subject: { sourceId, form }, feedId, expected: { quorum } }: SignedQuestion,
): SignedAnswer {
  const attestation = { ...stated, feedId, sourceId, value: stated.valuePacked, signaturesRequired: quorum, form };
  const verdict = verifyAttestation({ deploymentId, registry, attestation }, { cache: keySums });
  if (!verdict.ok) throw refused('not_signed', `the nodes of the registry did not sign this (${verdict.reason})`);
  const signed: SignedTerms = {
    feedId: toHex(feedId),
    sourceId: toHex(sourceId),
    timestampMs: stated.timestampMs,
    observedAtMs: stated.observedAtMs,
    signers: verdict.signers,
    quorum,
    registryVersion: Number(stated.registryVersion),
  };
  return { signed, message: verdict.message };
}

/** The unsigned members of an answer must agree with the signed ones: an answer is stored and read by others. */
function requireStated({ stated, expected, subject, feedId }: Asked, value: string): void {
  const { sourceId } = subject;
  if (stated.signaturesRequired !== expected.quorum) throw refused('other_quorum', 'the answer is of another quorum than asked for');
  if (!equalBytes(stated.sourceId, sourceId)) throw refused('other_source', 'the answer is of another source than asked for');
  if (!equalBytes(stated.configHash, sourceId)) throw refused('inconsistent', 'configHash is not the source that was signed');
  if (stated.feedId !== undefined && !equalBytes(stated.feedId, feedId))
    throw refused('inconsistent', 'feedId is not that of this owner, source and quorum');
  if (stated.value !== value) throw refused('inconsistent', 'value is not what the packed value says');
  if (stated.aggregation !== undefined && !isSamePolicy(stated.aggregation, ruleOf(subject)))
    throw refused('inconsistent', 'aggregation is not that of the source');
  if (!isList(subject.form) && stated.values !== undefined) throw refused('inconsistent', 'values are those of a list');
  if (stated.nonce !== undefined) {
    const commitment = commitmentOfNonce(stated.nonce.x, stated.nonce.yParity);
    if (commitment === null || !equalBytes(stated.commitment, commitment))
      throw refused('inconsistent', 'commitmentAddr does not belong to rx and ryParity');
  }
  const { timestampMs = stated.timestampMs, observedAtMs: { from, to } = { from: 0, to: Infinity } } = expected;
  if (stated.timestampMs !== timestampMs || stated.observedAtMs < from || stated.observedAtMs > to)
    throw refused('other_time', 'the answer is of another time than asked for');
}

function isSamePolicy(stated: NonNullable<StatedRound['aggregation']>, asked: Aggregation | undefined): boolean {
  return (
    stated !== 'malformed' &&
    asked !== undefined &&
    stated.maxDeviationBps === asked.maxDeviationBps &&
    stated.maxDeviation === asked.maxDeviation &&
    stated.maxAgeMs === asked.maxAgeMs &&
    stated.numeric.decimals === asked.numeric.decimals
  );
}

function refused(reason: VerificationReason, message: string): VerificationError {
  return new VerificationError(reason, message);
}
