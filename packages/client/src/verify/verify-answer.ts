import {
  type Address,
  type ApiConfig,
  canonicalSource,
  deriveFeedId,
  deriveSourceId,
  equalBytes,
  formatValue,
  NO_OWNER,
  SOURCE_FORM,
  type SourceId,
  toHex,
} from '@oracle-gateway/protocol';
import { type AggregateKeyCache, commitmentOfNonce, verifyAttestation } from '@oracle-gateway/schnorr';
import type { StampWindow } from '../base/clock.js';
import { VerificationError, type VerificationReason } from '../base/errors.js';
import { acceptedRegistry } from '../ledger/accepted-registry.js';
import type { OracleLedger } from '../ledger/oracle-ledger.js';
import { readAnswer, type StatedRound } from './read-answer.js';

/** A value that a quorum of the ledger's nodes signed for this source. */
export interface VerifiedValue {
  /** Decimal text without trailing zeros, decoded from the bytes that were signed. */
  readonly value: string;
  /** 32 bytes in hex with `0x`. */
  readonly feedId: string;
  /** 32 bytes in hex with `0x`: the hash of the source. */
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
  /** `exact`: all saw this value. `tolerance`: it is the median of what they saw. */
  readonly mode: 'exact' | 'tolerance';
}

/** A verified value, and the 32 bytes that the nodes signed: what a receipt on the ledger holds. */
export interface VerifiedAnswer {
  readonly verified: VerifiedValue;
  readonly message: Uint8Array;
}

/** The round that was asked for, by the caller's own records. */
export interface ExpectedRound {
  readonly source: ApiConfig;
  readonly quorum: number;
  /** Owner of the feed; absent: the answer is of a paid round, whose feed has none. */
  readonly owner?: Address;
  /** Time of the request, unix milliseconds; absent: any. */
  readonly timestampMs?: number | undefined;
  /** The stamps that may have been signed, both included; absent: any. */
  readonly observedAtMs?: StampWindow;
}

/**
 * Holds an answer against what was asked and what the ledger has. The gateway is not asked and not trusted.
 *
 * @throws VerificationError with the reason; TransportError when the ledger cannot be read, and then nothing is known
 */
export async function verifyAnswer(
  deps: {
    readonly ledger: Pick<OracleLedger, 'view' | 'deploymentId'>;
    readonly keySums: AggregateKeyCache;
    /** Unix milliseconds. */
    readonly now: () => number;
  },
  input: { readonly answer: unknown; readonly expected: ExpectedRound; readonly signal?: AbortSignal | undefined },
): Promise<VerifiedAnswer> {
  const { expected } = input;
  const { source, quorum } = expected;
  const stated = readAnswer(input.answer);
  const sourceId = sourceIdIn(stated, source);
  const feedId = deriveFeedId({ owner: expected.owner ?? NO_OWNER, sourceId, signaturesRequired: quorum });
  const value = formatValue(stated.valuePacked, source.aggregation);
  requireStated(stated, { ...expected, sourceId, feedId, value });

  const registry = acceptedRegistry(await deps.ledger.view(stated.registryVersion, input.signal), deps.now());
  const verdict = verifyAttestation(
    {
      deploymentId: deps.ledger.deploymentId,
      registry,
      attestation: {
        feedId,
        sourceId,
        value: stated.valuePacked,
        registryVersion: stated.registryVersion,
        signaturesRequired: quorum,
        form: SOURCE_FORM,
        timestampMs: stated.timestampMs,
        observedAtMs: stated.observedAtMs,
        signersBitmap: stated.signersBitmap,
        s: stated.s,
        commitment: stated.commitment,
      },
    },
    { cache: deps.keySums },
  );
  if (!verdict.ok) throw refused('not_signed', `the nodes of the registry did not sign this (${verdict.reason})`);
  const verified: VerifiedValue = {
    value,
    feedId: toHex(feedId),
    sourceId: toHex(sourceId),
    timestampMs: stated.timestampMs,
    observedAtMs: stated.observedAtMs,
    signers: verdict.signers,
    quorum,
    registryVersion: Number(stated.registryVersion),
    mode: source.aggregation === undefined ? 'exact' : 'tolerance',
  };
  return { verified, message: verdict.message };
}

/** A source may have been asked for as its caller writes it, or as this client does: both are one request, and two ids. */
function sourceIdIn(stated: StatedRound, source: ApiConfig): SourceId {
  const [asWritten, asSent] = [deriveSourceId(source), deriveSourceId(canonicalSource(source))];
  return equalBytes(stated.sourceId, asSent) ? asSent : asWritten;
}

/** The unsigned members of an answer must agree with the signed ones: an answer is stored and read by others. */
function requireStated(
  stated: StatedRound,
  asked: ExpectedRound & { readonly sourceId: Uint8Array; readonly feedId: Uint8Array; readonly value: string },
): void {
  if (stated.signaturesRequired !== asked.quorum) throw refused('other_quorum', 'the answer is of another quorum than asked for');
  if (!equalBytes(stated.sourceId, asked.sourceId)) throw refused('other_source', 'the answer is of another source than asked for');
  if (!equalBytes(stated.configHash, asked.sourceId)) throw refused('inconsistent', 'configHash is not the source that was signed');
  if (stated.feedId !== undefined && !equalBytes(stated.feedId, asked.feedId))
    throw refused('inconsistent', 'feedId is not that of this owner, source and quorum');
  if (stated.value !== asked.value) throw refused('inconsistent', 'value is not what the packed value says');
  if (stated.aggregation !== undefined && !isSamePolicy(stated.aggregation, asked.source.aggregation))
    throw refused('inconsistent', 'aggregation is not that of the source');
  if (stated.nonce !== undefined) {
    const commitment = commitmentOfNonce(stated.nonce.x, stated.nonce.yParity);
    if (commitment === null || !equalBytes(stated.commitment, commitment))
      throw refused('inconsistent', 'commitmentAddr does not belong to rx and ryParity');
  }
  const { timestampMs = stated.timestampMs, observedAtMs: { from, to } = { from: 0, to: Infinity } } = asked;
  if (stated.timestampMs !== timestampMs || stated.observedAtMs < from || stated.observedAtMs > to)
    throw refused('other_time', 'the answer is of another time than asked for');
}

function isSamePolicy(stated: NonNullable<StatedRound['aggregation']>, asked: ApiConfig['aggregation']): boolean {
  return (
    stated !== 'malformed' &&
    asked !== undefined &&
    stated.maxDeviationBps === asked.maxDeviationBps &&
    stated.maxAgeMs === asked.maxAgeMs &&
    stated.numeric.decimals === asked.numeric.decimals
  );
}

function refused(reason: VerificationReason, message: string): VerificationError {
  return new VerificationError(reason, message);
}
