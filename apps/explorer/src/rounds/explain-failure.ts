import {
  ClientUsageError,
  type ErrorCode,
  GatewayError,
  NotSettledError,
  SpendingLimitError,
  TransportError,
  UnknownOutcomeError,
  VerificationError,
  type VerificationReason,
} from '@oracle-gateway/client';
import { failureLines } from '@oracle-gateway/client/failures';
import { NotOfferedError } from '@oracle-gateway/client/subscriber';
import { DeclinedError } from '../spending/question.js';

/** A failure in words for the visitor. */
export interface ExplainedFailure {
  /** `refused`: an answer came, and it is not what the nodes signed. */
  readonly kind: 'refused' | 'failed';
  readonly title: string;
  readonly detail: string;
  /** Stable, to search for and to report. */
  readonly code: string;
  /** Further lines: how far the own text matches, and what to do. */
  readonly advice?: readonly string[];
  /** Address of a page about the code. */
  readonly docUrl?: string;
  /** Id to quote to the gateway's operator. */
  readonly requestId?: string;
  /** Whether the account of the key has to change first: its subscription or its escrow. */
  readonly isOfAccount?: true;
}

const REASONS: Readonly<Record<VerificationReason, string>> = {
  malformed: 'The answer does not have the form of an answer.',
  other_source: 'The answer belongs to another source than the one you asked for.',
  other_quorum: 'The answer has another quorum than the one you asked for.',
  other_time: 'The value was asked for at another time than now: it may be an old one.',
  inconsistent: 'Parts of the answer contradict what was signed.',
  other_deployment: 'The program on the ledger belongs to another network than the one named.',
  unknown_registry_version: 'The ledger has no such list of nodes.',
  registry_version_ended: 'The list of nodes that signed has ended.',
  registry_version_retired: 'The list of nodes that signed was withdrawn.',
  not_signed: 'The nodes on the ledger did not sign this value.',
  other_terms: 'The gateway asks to sign terms that the ledger does not have.',
  not_settled: 'The gateway claims a settlement that the ledger does not have.',
  not_newer: 'A value of this feed that is as new was used before.',
};

/** Refusals whose reason a dry run shows for free. */
const TRIED_FOR_FREE: ReadonlySet<string> = new Set<ErrorCode>(['upstream_failure', 'no_quorum_value']);
/** Refusals that a change of the key's account mends. */
const OF_ACCOUNT: ReadonlySet<string> = new Set<ErrorCode>([
  'subscription_missing',
  'subscription_expired',
  'subscription_exhausted',
  'quorum_above_subscription',
  'sign_in_not_authorised',
  'escrow_underfunded',
]);
const TRY_IT = 'The button “Try the source” shows for free what each node sees';

export function explainFailure(error: unknown): ExplainedFailure {
  if (error instanceof VerificationError)
    return { kind: 'refused', title: 'Refused', detail: `${REASONS[error.reason]} ${sentence(error.message)}`, code: error.reason };
  if (error instanceof GatewayError) {
    const { requestId, docUrl, code } = error;
    const advice = [...failureLines(error.body), ...(TRIED_FOR_FREE.has(code) ? [TRY_IT] : [])];
    return {
      kind: 'failed',
      title: 'The gateway refused',
      detail: sentence(error.message),
      code,
      ...(advice.length === 0 ? {} : { advice: advice.map(sentence) }),
      ...(docUrl === undefined ? {} : { docUrl }),
      ...(OF_ACCOUNT.has(code) ? { isOfAccount: true } : {}),
      ...(requestId === undefined ? {} : { requestId }),
    };
  }
  if (error instanceof TransportError) {
    const title = error.peer === 'gateway' ? 'The gateway does not answer' : 'The ledger does not answer';
    const cost = error.peer === 'gateway' && error.sent === 'nothing' ? ' Nothing was sent, and nothing is charged.' : '';
    return { kind: 'failed', title, detail: `${sentence(error.message)}${cost} Try again later.`, code: error.code };
  }
  if (error instanceof NotOfferedError)
    return { kind: 'failed', title: 'Not possible now', detail: `${sentence(error.message)} Nothing was signed.`, code: error.code };
  if (error instanceof ClientUsageError && error.field === 'signer')
    return { kind: 'failed', title: 'The wallet did not sign', detail: walletDetail(error), code: 'not_signed_by_wallet' };
  const declined = [error, error instanceof Error ? error.cause : undefined].find((one) => one instanceof DeclinedError);
  if (declined !== undefined) return { kind: 'failed', title: 'Not paid', detail: sentence(declined.message), code: 'declined' };
  if (error instanceof ClientUsageError && error.field === 'fund' && error.cause instanceof Error) return explainFailure(error.cause);
  if (error instanceof ClientUsageError) return { kind: 'failed', title: 'Not sent', detail: sentence(error.message), code: error.code };
  if (error instanceof NotSettledError) return { kind: 'failed', title: 'Not settled', detail: sentence(error.message), code: error.code };
  if (error instanceof SpendingLimitError)
    return { kind: 'failed', title: 'Above your limit', detail: sentence(error.message), code: error.code };
  if (error instanceof UnknownOutcomeError) {
    const id = error.roundId ?? error.paymentId ?? '';
    return { kind: 'failed', title: 'Not known yet', detail: `${sentence(error.message)} ${id}`.trim(), code: error.code };
  }
  return { kind: 'failed', title: 'An error of this page', detail: error instanceof Error ? sentence(error.message) : '', code: 'page' };
}

function walletDetail({ cause }: Error): string {
  return cause instanceof Error && cause.message !== '' ? `It says: ${sentence(cause.message)}` : 'Nothing was sent; you can try again.';
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
