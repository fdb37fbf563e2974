import { EXACT_DECIMALS, type Address } from '@oracle-gateway/protocol';
import { equalBytes, FEED_AHEAD_MS } from '@oracle-gateway/protocol/internal';
import type { FeedAccount } from '@oracle-gateway/protocol/accounts';
import type { Attestation } from '@oracle-gateway/schnorr';

import { DemoFailure } from './demo-failure.js';

/** The oldest value that the demo's consumer accepts (protocol, "Reading a feed from another program"). */
const MAX_AGE_MS = 300_000;

export interface FeedToCheck {
  readonly feed: FeedAccount;
  readonly owner: Address;
  /** The submitted attestation. */
  readonly attestation: Attestation;
  /** Member of Config: the oldest registry version that no emergency has ended. */
  readonly oldestAcceptedVersion: bigint;
  readonly nowMs: number;
}

/** Runs every check of a consumer and compares the feed with the submitted attestation. Returns the value's age in ms. Throws DemoFailure. */
export function checkDemoFeed({ feed, owner, attestation, oldestAcceptedVersion, nowMs }: FeedToCheck): number {
  const ageMs = nowMs - Number(feed.observedAtMs);
  const rules: readonly (readonly [holds: boolean, claim: string])[] = [
    [equalBytes(feed.feedId, attestation.feedId), 'is of this feed_id'],
    [feed.owner !== null && equalBytes(feed.owner, owner), 'belongs to the requester'],
    [equalBytes(feed.sourceId, attestation.sourceId), 'is of this source'],
    [feed.mode === 'exact' && feed.decimals === EXACT_DECIMALS, `is exact with ${EXACT_DECIMALS} decimals`],
    [equalBytes(feed.value, attestation.value), 'holds the value that was signed'],
    [feed.form === attestation.form, 'is of one source'],
    [feed.timestampMs === BigInt(attestation.timestampMs), 'is of the time that was signed'],
    [feed.observedAtMs === BigInt(attestation.observedAtMs), 'has the stamp that was signed'],
    [feed.signaturesRequired === attestation.signaturesRequired, 'names the quorum that signed'],
    [feed.registryVersion === attestation.registryVersion, 'names the registry version that signed'],
    [feed.registryVersion >= oldestAcceptedVersion, 'is of a registry version that no emergency ended'],
    [ageMs >= -FEED_AHEAD_MS && ageMs <= MAX_AGE_MS, `is at most ${MAX_AGE_MS / 1_000} s old`],
  ];
  const broken = rules.find(([holds]) => !holds);
  if (broken !== undefined) throw new DemoFailure(`this does not hold: the feed on the ledger ${broken[1]}`);
  return ageMs;
}
