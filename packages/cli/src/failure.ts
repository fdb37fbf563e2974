import { EXIT_CODES, type ExitCode, failure, type CommandFailure } from '@oracle-gateway/caller/command';
import type { GatewayError, OracleGatewayError, TransportError, UnknownOutcomeError } from '@oracle-gateway/client';

/** End of a command that failed by an error of the client; null for any other error. No error of the client holds a key, a token or a secret. */
export async function describeClientError(error: unknown): Promise<CommandFailure | null> {
  const client = await import('@oracle-gateway/client');
  if (error instanceof client.UnknownOutcomeError) return unknownOutcome(error);
  if (error instanceof client.GatewayError) return refusal(error);
  if (error instanceof client.TransportError) return noAnswer(error);
  if (!(error instanceof client.OracleGatewayError)) return null;
  return failure({ exitCode: exitCodeOf(error), code: error.code, message: error.message, members: membersOf(error) });
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

function refusal({ code, message, status, authorization, field, retryAfterMs, roundId, requestId }: GatewayError): CommandFailure {
  const exitCode = authorization === 'unknown' ? EXIT_CODES.unknown : EXIT_CODES.refused;
  const remarks = [
    ...(retryAfterMs === undefined ? [] : [`the gateway asks to wait ${Math.ceil(retryAfterMs / 1_000)} s`]),
    ...(roundId === undefined ? [] : [`round ${roundId}: ${FATES[authorization]}`]),
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
  ];
  const members = { status, authorization, field, retryAfterMs, roundId, requestId };
  return failure({ exitCode, code, message: `the gateway refused: ${message} (${code})`, remarks, members });
}
