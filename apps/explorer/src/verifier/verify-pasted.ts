import {
  type Expected,
  type ExpectedList,
  type LedgerOptions,
  readAnswer,
  VerificationError,
  verifyFromLedger,
  verifyValuesFromLedger,
} from '@oracle-gateway/client';
import { feedVerifier } from '@oracle-gateway/client/public-feeds';
import { toHex } from '@oracle-gateway/protocol';
import type { CheckedAnswer } from '../source/members-list.js';

/** A verified answer; `feedId` is there where its owner was not named, so that the answer's own feed counts. */
export interface PastedVerdict extends CheckedAnswer {
  readonly feedId?: string;
}

interface PastedInput {
  readonly answer: unknown;
  readonly expected: Expected | ExpectedList;
  readonly ledger: LedgerOptions;
  readonly signal: AbortSignal;
}

/** @throws VerificationError, TransportError, ClientUsageError */
export async function verifyPasted({ answer, expected, ledger, signal }: PastedInput): Promise<PastedVerdict> {
  if ('sources' in expected) return { asked: expected, verified: await verifyValuesFromLedger({ answer, expected, ledger, signal }) };
  try {
    return { asked: expected, verified: await verifyFromLedger({ answer, expected, ledger, signal }) };
  } catch (error) {
    const feedId = expected.owner === undefined ? statedFeed(answer) : undefined;
    if (feedId === undefined || !(error instanceof VerificationError) || error.reason !== 'inconsistent') throw error;
    const { source, quorum } = expected;
    return { asked: expected, feedId, verified: await feedVerifier(ledger)({ answer, expected: { feedId, source, quorum }, signal }) };
  }
}

function statedFeed(answer: unknown): string | undefined {
  const { feedId } = readAnswer(answer);
  return feedId === undefined ? undefined : toHex(feedId);
}
