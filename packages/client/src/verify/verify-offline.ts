import { createAggregateKeyCache } from '@oracle-gateway/schnorr';
import { VerificationError } from '../base/errors.js';
import { type KeptRegistry, readKeptRegistry } from './kept-registry.js';
import {
  type StatedClaim,
  claimedValue,
  claimedValues,
  type SignedTerms,
  signedTermsBy,
  type VerifiedValue,
  type VerifiedValues,
  type VerifyInput,
} from './verify-answer.js';
import { type Expected, type ExpectedList, expectedRound } from './verify-from-ledger.js';

/** An answer, and the registry that was kept with it. */
export interface ArchivedAnswer<E> {
  /** The JSON body as the gateway gave it, flat or nested. */
  readonly answer: unknown;
  readonly expected: E;
  readonly registry: KeptRegistry;
}

/**
 * Verifies an answer with a registry version that was kept: no network, no clock. The registry counts as of the time that was signed, so that
 * an answer stays proved after its registry version has been retired or closed.
 *
 * It says that these keys signed this, and that the version had not ended at the signed time, as far as the kept copy tells. It cannot say
 * that a key was not stolen later, and used to sign an old time: keep answers and registry when they are new.
 *
 * @throws VerificationError with the reason: `registry_version_retired` for a time after the end of the version; ClientUsageError
 * @example
 * const { value, observedAtMs } = verifyAnswer({ answer, expected: { source, owner, quorum: 3 }, registry });
 */
export function verifyAnswer({ answer, expected, registry }: ArchivedAnswer<Expected>): VerifiedValue {
  return verifiedWith(claimedValue, { answer, expected: expectedRound(expected) }, registry);
}

/**
 * Verifies an answer of a list likewise.
 *
 * @throws likewise
 * @example
 * const { values } = verifyListAnswer({ answer, expected: { sources: [btc, eth], owner, quorum: 3 }, registry });
 */
export function verifyListAnswer({ answer, expected, registry }: ArchivedAnswer<ExpectedList>): VerifiedValues {
  return verifiedWith(claimedValues, { answer, expected: expectedRound(expected) }, registry);
}

function verifiedWith<V extends SignedTerms>(read: (input: VerifyInput) => StatedClaim<V>, input: VerifyInput, kept: KeptRegistry): V {
  const { deploymentId, registry } = readKeptRegistry(kept);
  const { question, verifiedBy } = read(input);
  const { registryVersion, timestampMs, observedAtMs } = question.stated;
  if (registryVersion !== registry.version)
    throw new VerificationError('unknown_registry_version', 'the answer names another registry version than the one that was kept');
  if (BigInt(Math.floor(Math.max(timestampMs, observedAtMs) / 1000)) > registry.acceptUntil)
    throw new VerificationError('registry_version_retired', 'the answer was signed after the end of the registry version');
  return verifiedBy(signedTermsBy({ deploymentId, registry, keySums: createAggregateKeyCache({ maxEntries: 1 }) }, question).signed);
}
