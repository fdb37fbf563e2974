import { UsageError } from '@oracle-gateway/caller';
import type { GatewayError, OracleGatewayError, TransportError, UnknownOutcomeError } from '@oracle-gateway/client';

import { EXIT_CODES, type ExitCode } from './exit-codes.js';

/** End of a command that failed. */
export interface Failure {
  readonly exitCode: ExitCode;
  readonly text: string;
  readonly json: { readonly error: Readonly<Record<string, unknown>> };
}

/** Never holds a key, a token or a secret: no error of the client does. */
export async function describeFailure(error: unknown, { isInterrupted }: { readonly isInterrupted: boolean }): Promise<Failure> {
  if (error instanceof UsageError) return failure(EXIT_CODES.usage, 'usage', error.message, [], { field: error.field });
  const client = await import('@oracle-gateway/client');
  if (error instanceof client.UnknownOutcomeError) return unknownOutcome(error);
  if (isInterrupted) return failure(EXIT_CODES.interrupted, 'interrupted', 'interrupted');
  if (error instanceof client.GatewayError) return refusal(error);
  if (error instanceof client.TransportError) return noAnswer(error);
  if (error instanceof client.OracleGatewayError) return failure(exitCodeOf(error), error.code, error.message, [], membersOf(error));
  const message = error instanceof Error ? error.message : 'failed';
  return failure(EXIT_CODES.internal, 'internal', message, ['this is an error of the command: please report it']);
}

function failure(
  exitCode: ExitCode,
  code: string,
  message: string,
  remarks: readonly string[] = [],
  members: Readonly<Record<string, unknown>> = {},
): Failure {
  return {
    exitCode,
    text: [message, ...remarks.map((remark) => `  ${remark}`)].join('\n'),
    json: { error: { code, message, exitCode, ...members } },
  };
}

const EXIT_CODES_BY_NAME: Readonly<Record<string, ExitCode>> = {
  ClientUsageError: EXIT_CODES.usage,
  SpendingLimitError: EXIT_CODES.refused,
  NotSettledError: EXIT_CODES.refused,
  VerificationError: EXIT_CODES.notVerified,
};

function exitCodeOf({ name }: OracleGatewayError): ExitCode {
  return EXIT_CODES_BY_NAME[name] ?? EXIT_CODES.internal;
}

function membersOf(error: OracleGatewayError): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    ['reason', 'field', 'amount', 'maxAmount', 'roundId', 'state'].flatMap((name) => {
      const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A server that cannot be reached is most often a wrong URL. */
function noAnswer({ code, message, peer, sent }: TransportError): Failure {
  const hint = sent === 'nothing' ? `: is it running? ${peer === 'gateway' ? '--gateway' : '--rpc'} names another` : '';
  return failure(EXIT_CODES.unreachable, code, `${message}${hint}`, [], { peer, sent });
}

function unknownOutcome({ code, message, roundId, paymentId }: UnknownOutcomeError): Failure {
  const remarks = [
    ...(roundId === undefined ? [] : [`look it up: oracle-gateway rounds ${roundId}`]),
    ...(paymentId === undefined ? [] : [`go on with the same payment: the same command with --payment-id ${paymentId}`]),
  ];
  return failure(EXIT_CODES.unknown, code, message, remarks, { roundId, paymentId });
}

const FATES: Readonly<Record<GatewayError['authorization'], string>> = {
  unused: 'nothing was paid; the same request can be sent again',
  spent: 'nothing was paid; the next request needs a new second',
  settled: 'the round was paid',
  unknown: 'it is not known whether the round was paid',
};

function refusal({ code, message, status, authorization, field, retryAfterMs, roundId, requestId }: GatewayError): Failure {
  const exitCode = authorization === 'unknown' ? EXIT_CODES.unknown : EXIT_CODES.refused;
  const remarks = [
    ...(retryAfterMs === undefined ? [] : [`the gateway asks to wait ${Math.ceil(retryAfterMs / 1_000)} s`]),
    ...(roundId === undefined ? [] : [`round ${roundId}: ${FATES[authorization]}`]),
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
  ];
  return failure(exitCode, code, `the gateway refused: ${message} (${code})`, remarks, {
    status,
    authorization,
    field,
    retryAfterMs,
    roundId,
    requestId,
  });
}
