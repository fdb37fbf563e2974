import { UsageError } from '@oracle-gateway/caller/settings';
import {
  ClientUsageError,
  type ErrorCode,
  GatewayError,
  OracleGatewayError,
  SpendingLimitError,
  TransportError,
  UnknownOutcomeError,
  VerificationError,
} from '@oracle-gateway/client';
import { formatMoney } from '@oracle-gateway/protocol/internal';
import { failureLines } from '@oracle-gateway/client/failures';

import { foreignCode, foreignText } from './foreign-text.js';
import { UnreadableLineError } from './spending/log-line.js';
import { SpendingRefusedError } from './spending/spending-limits.js';
import { TooManyCallsError } from './call-limit.js';
import { NoLatestValueError } from './tools/get-latest.js';

/** Description of a failed call for a model: what happened, whether it cost something, and what to do next. */
export interface ToolFailure {
  readonly code: string;
  readonly what: string;
  readonly paid: string;
  readonly next: string;
  /** Texts of the gateway. */
  readonly gatewaySays?: readonly string[];
}

const NOTHING_PAID = 'nothing';
const ASK_OPERATOR = 'Do not repeat the call. Tell the user what the operator of this server has to change.';

/** @param tool name of the tool that failed; `next` names the tool to call, and never a command of a shell */
export function describeToolFailure(error: unknown, tool: string): ToolFailure {
  if (error instanceof UsageError) return wrongUsage(error, tool);
  if (error instanceof TooManyCallsError)
    return {
      code: 'busy',
      what: error.message,
      paid: NOTHING_PAID,
      next: `Wait until an earlier call has ended, then call ${tool} again.`,
    };
  if (error instanceof NoLatestValueError)
    return {
      code: 'no_latest_value',
      what: 'the gateway shows no latest value of this feed',
      paid: NOTHING_PAID,
      next: 'Call get_value with the feed for a new value: it costs a round. Or call find_feeds for another feed.',
    };
  if (error instanceof SpendingRefusedError)
    return {
      code: 'budget_used_up',
      what: `${error.message}: ${error.left} left. The operator of this server set it.`,
      paid: NOTHING_PAID,
      next: 'Do not repeat the call. Call get_budget: it shows the limits and when the day ends. Tell the user.',
    };
  if (error instanceof UnreadableLineError) return { code: 'budget_unknown', what: error.message, paid: NOTHING_PAID, next: ASK_OPERATOR };
  if (error instanceof SpendingLimitError)
    return {
      code: error.code,
      what: `a round costs ${formatMoney(error.amount)}, and the operator of this server allows ${formatMoney(error.maxAmount)}`,
      paid: NOTHING_PAID,
      next: `Call ${tool} again with a smaller quorum, which costs less, or tell the user.`,
    };
  if (error instanceof GatewayError) return refusal(error, tool);
  if (error instanceof UnknownOutcomeError) return unknownOutcome(error);
  if (error instanceof VerificationError)
    return {
      code: `${error.code} (${error.reason})`,
      what: 'the answer is not what the nodes on the ledger signed for this request. It was thrown away',
      paid: 'it counts: the gateway may charge what was signed',
      next: 'Use no value of this call. Do not repeat it: tell the user that the gateway answered something unverified.',
    };
  if (error instanceof TransportError && error.peer === 'gateway' && error.sent === 'nothing')
    return {
      code: error.code,
      what: error.message,
      paid: 'nothing: no request left this server; what was signed counts in the budget',
      next: `Call ${tool} again once. If it fails again, tell the user that the operator of this server has to check the address.`,
    };
  if (error instanceof TransportError)
    return {
      code: error.code,
      what: `the ${error.peer} gave no answer that can be read`,
      paid: 'nothing, as far as is known',
      next: `Call ${tool} again in some seconds. If it fails again, tell the user.`,
    };
  if (error instanceof ClientUsageError)
    return {
      code: error.code,
      what: error.message,
      paid: NOTHING_PAID,
      next: `Correct the argument where it is one of yours, and call ${tool} again. Else tell the user.`,
    };
  if (error instanceof OracleGatewayError) return { code: error.code, what: error.message, paid: NOTHING_PAID, next: ASK_OPERATOR };
  return { code: 'internal', what: 'this server failed', paid: 'nothing, as far as is known', next: ASK_OPERATOR };
}

/** A flag or a setting is of the operator, an argument of the model. */
function wrongUsage({ field, message }: UsageError, tool: string): ToolFailure {
  const failure = { code: 'usage', what: message, paid: NOTHING_PAID };
  if (field.startsWith('--')) return { ...failure, what: 'a setting of this server breaks its rule', next: ASK_OPERATOR };
  if (field === 'feed') return { ...failure, next: `Call find_feeds with words for it, then call ${tool} with a feed that it lists.` };
  return { ...failure, next: `Correct the argument and call ${tool} again. simulate_source tries a source for free.` };
}

function unknownOutcome({ code, roundId, paymentId }: UnknownOutcomeError): ToolFailure {
  const round = roundId === undefined ? '' : ` ${foreignText(roundId, 44)}`;
  const next =
    paymentId === undefined
      ? `Call get_round with roundId${round} in some seconds. Ask for no other round before.`
      : `Call get_value again with the same arguments and paymentId ${paymentId}. It goes on with the same payment.`;
  return { code, what: `it is not known whether the round${round} was served`, paid: 'it counts: the round may be charged', next };
}

const PAID: Readonly<Record<GatewayError['authorization'], string>> = {
  unused: 'nothing, says the gateway; what was signed counts in the budget',
  spent: 'nothing, says the gateway; what was signed counts in the budget',
  settled: 'the round was paid',
  unknown: 'it is not known; what was signed counts in the budget',
};

const TRY_IT = 'Call simulate_source with the same arguments: it is free and says which step failed.';
const TOP_UP = 'Do not repeat the call. Tell the user that the operator has to add funds or rounds to the account of this server.';

const PAID_SOURCE = 'The source wants a payment of its own, which this server does not make. Call find_feeds for another source.';

/** A model's way on after a refusal; for any other code it waits, or gives up. */
const NEXT: { readonly [code in ErrorCode]?: string } = {
  invalid_request: 'Correct the argument that the gateway names, then call simulate_source with it: it is free.',
  source_not_public: 'Call find_feeds for a ready source, or simulate_source with one at a public host name.',
  quorum_out_of_range: 'Call simulate_source with another quorum: at least 3 in tolerance mode, at most the number of nodes.',
  upstream_failure: TRY_IT,
  no_quorum_value:
    'The nodes saw different values, or too few sources of a list have one. Call simulate_source with source.aggregation in tolerance mode, or lower minValues.',
  secrets_refused: 'The source wants a credential, which this server has not. Call find_feeds for another source.',
  source_payment_required: PAID_SOURCE,
  source_payments_missing: PAID_SOURCE,
  feed_not_found: 'Call get_value with the feed for a new value: it costs a round. Or call find_feeds for another feed.',
  provider_not_found: 'Call find_feeds: it lists every feed.',
  round_not_found:
    'The gateway has no record of this round, which is kept for a limited time. Compare the id and call get_round again once. Then tell the user.',
  escrow_underfunded: TOP_UP,
  subscription_missing: TOP_UP,
  subscription_expired: TOP_UP,
  subscription_exhausted: TOP_UP,
  delegate_exhausted: TOP_UP,
  delegate_expired: TOP_UP,
  not_enabled: ASK_OPERATOR,
};

function refusal({ code, message, authorization, field, retryAfterMs, roundId, docUrl, body }: GatewayError, tool: string): ToolFailure {
  const known = Object.entries(NEXT).find(([name]) => name === code)?.[1];
  const waits = retryAfterMs === undefined ? undefined : `Call ${tool} again in ${Math.ceil(retryAfterMs / 1_000)} seconds.`;
  const checks =
    authorization === 'unknown' && roundId !== undefined
      ? 'Call get_round with the roundId of this error before another round.'
      : undefined;
  return {
    code: foreignCode(code),
    what: ['the gateway refused', ...(roundId === undefined ? [] : [`its id is ${foreignText(roundId, 44)}`])].join(', '),
    paid: PAID[authorization],
    next: checks ?? known ?? waits ?? `Call ${tool} again once in some seconds. If it fails again, tell the user.`,
    gatewaySays: [
      field === undefined ? message : `${field}: ${message}`,
      ...failureLines(body),
      ...(docUrl === undefined ? [] : [`see ${docUrl}`]),
    ].map((text) => foreignText(text)),
  };
}
