import { EXIT_CODES, type ExitCode, failure, type CommandFailure, type TypedCommand } from '@oracle-gateway/caller/command';
import { formatMoney } from '@oracle-gateway/protocol/internal';

import { dryRunOf } from './source/dry-run-of.js';
import type {
  ErrorCode,
  GatewayError,
  OracleGatewayError,
  SpendingLimitError,
  TransportError,
  UnknownOutcomeError,
} from '@oracle-gateway/client';

/** End of a command that failed by an error of the client; null for any other error. No error of the client holds a key, a token or a secret. */
export async function describeClientError(error: unknown, typed: TypedCommand | null): Promise<CommandFailure | null> {
  const client = await import('@oracle-gateway/client');
  if (error instanceof client.UnknownOutcomeError) return unknownOutcome(error);
  if (error instanceof client.GatewayError) return refusal(error, typed);
  if (error instanceof client.TransportError) return noAnswer(error);
  if (error instanceof client.SpendingLimitError) return overLimit(error);
  if (!(error instanceof client.OracleGatewayError)) return null;
  return failure({ exitCode: exitCodeOf(error), code: error.code, message: error.message, members: membersOf(error) });
}

const EXIT_CODES_BY_NAME: Readonly<Record<string, ExitCode>> = {
  ClientUsageError: EXIT_CODES.usage,
  NotSettledError: EXIT_CODES.refused,
  NotOfferedError: EXIT_CODES.refused,
  VerificationError: EXIT_CODES.notVerified,
};

function exitCodeOf({ name }: OracleGatewayError): ExitCode {
  return EXIT_CODES_BY_NAME[name] ?? EXIT_CODES.internal;
}

function overLimit({ code, amount, maxAmount }: SpendingLimitError): CommandFailure {
  const message = `--max-amount: a round costs ${formatMoney(amount)}, and the account may spend ${formatMoney(maxAmount)}`;
  return failure({ exitCode: EXIT_CODES.refused, code, message, members: { amount, maxAmount } });
}

function membersOf(error: OracleGatewayError): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    ['reason', 'field', 'roundId', 'state', 'subject'].flatMap((name) => {
      const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A server that cannot be reached is most often a wrong URL. */
function noAnswer({ code, message, peer, sent }: TransportError): CommandFailure {
  const hint = sent === 'nothing' ? `: is it running? ${peer === 'gateway' ? '--gateway' : '--rpc'} names another` : '';
  return failure({ exitCode: EXIT_CODES.unreachable, code, message: `${message}${hint}`, members: { peer, sent } });
}

function unknownOutcome({ code, message, roundId, paymentId }: UnknownOutcomeError): CommandFailure {
  const remarks = [
    ...(roundId === undefined ? [] : [`look it up: oracle-gateway rounds ${roundId}`]),
    ...(paymentId === undefined ? [] : [`go on with the same payment: the same command with --payment-id ${paymentId}`]),
  ];
  return failure({ exitCode: EXIT_CODES.unknown, code, message, remarks, members: { roundId, paymentId } });
}

const FATES: Readonly<Record<GatewayError['authorization'], string>> = {
  unused: 'nothing was paid; the same request can be sent again',
  spent: 'nothing was paid; the next request needs a new timestamp',
  settled: 'the round was paid',
  unknown: 'it is not known whether the round was paid',
};

/** Refusals whose reason a dry run shows for free. */
const TRIED_FOR_FREE: ReadonlySet<string> = new Set<ErrorCode>(['upstream_failure', 'no_quorum_value']);

async function refusal(error: GatewayError, typed: TypedCommand | null): Promise<CommandFailure> {
  const { code, message, status, authorization, field, retryAfterMs, roundId, requestId, docUrl, body } = error;
  const { failureLines, readFailure } = await import('@oracle-gateway/client/failures');
  const next = TRIED_FOR_FREE.has(code) && typed !== null ? dryRunOf(typed) : null;
  const exitCode = authorization === 'unknown' ? EXIT_CODES.unknown : EXIT_CODES.refused;
  const remarks = [
    ...failureLines(body),
    ...(next === null ? [] : [`try: ${next}`]),
    ...(docUrl === undefined ? [] : [`see ${docUrl}`]),
    ...(retryAfterMs === undefined ? [] : [`the gateway asks to wait ${Math.ceil(retryAfterMs / 1_000)} s`]),
    ...(roundId === undefined ? [] : [`round ${roundId}: ${FATES[authorization]}`]),
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
  ];
  const members = { status, authorization, field, retryAfterMs, roundId, requestId, docUrl, ...readFailure(body) };
  return failure({ exitCode, code, message: `the gateway refused: ${message} (${code})`, remarks, members });
}
