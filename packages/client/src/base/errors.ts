import { type Authorization, type ErrorCode, errorFates, isErrorCode } from '@oracle-gateway/gateway-api/errors';

export type { Authorization, ErrorCode };

/** The base of every error that this package throws. `code` is stable; the message is for people. */
export abstract class OracleGatewayError extends Error {
  abstract readonly code: string;
}

/** Everything that a refusal of the gateway tells. */
export interface GatewayRefusal {
  readonly code: string;
  readonly message: string;
  /** HTTP status. */
  readonly status: number;
  readonly field?: string;
  readonly retryAfterMs?: number;
  readonly roundId?: string;
  readonly requestId?: string;
  readonly docUrl?: string;
  /** The JSON body of the refusal, as received. */
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The gateway refused. `authorization` says what became of the signature or the payment that was sent (docs/errors.md):
 * `unused` and `spent` cost nothing, `settled` was paid, `unknown` has to be looked up.
 */
export class GatewayError extends OracleGatewayError {
  override readonly name = 'GatewayError';
  /** A code of the gateway's table. A later gateway may answer another text. */
  readonly code: ErrorCode | (string & {});
  readonly status: number;
  /** The member of the request that breaks a rule, where the gateway names it. */
  readonly field?: string;
  /** Milliseconds until the gateway wants to be asked again. */
  readonly retryAfterMs?: number;
  readonly roundId?: string;
  /** Quote it when you report a problem to the gateway's operator. */
  readonly requestId?: string;
  /** Address of a page about the code. */
  readonly docUrl?: string;
  /** The JSON body of the refusal, as received: terms of a 402, reasons of `not_ready`, how a source failed (`readFailure`). */
  readonly body: Readonly<Record<string, unknown>>;

  constructor({ code, message, status, field, retryAfterMs, roundId, requestId, docUrl, body }: GatewayRefusal) {
    super(message);
    this.code = code;
    this.status = status;
    if (field !== undefined) this.field = field;
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
    if (roundId !== undefined) this.roundId = roundId;
    if (requestId !== undefined) this.requestId = requestId;
    if (docUrl !== undefined) this.docUrl = docUrl;
    this.body = body;
  }

  get authorization(): Authorization {
    // The fate of one round may be better than that of its code.
    if (this.body['authorization'] === 'unused') return 'unused';
    return isErrorCode(this.code) ? errorFates[this.code] : 'unknown';
  }
}

/**
 * Why an answer is not what the nodes signed for this request. `other_terms`: what the gateway wants signed or paid is not what the ledger
 * says. `not_settled`: the gateway claims a settlement that the ledger does not have. `not_newer`: a value of this feed that was observed as
 * late or later was used before.
 */
export type VerificationReason =
  | 'malformed'
  | 'other_source'
  | 'other_quorum'
  | 'other_time'
  | 'inconsistent'
  | 'other_deployment'
  | 'unknown_registry_version'
  | 'registry_version_ended'
  | 'registry_version_retired'
  | 'not_signed'
  | 'other_terms'
  | 'not_settled'
  | 'not_newer';

/** The answer is not what the nodes of the ledger's registry signed for this request. Use nothing of it. */
export class VerificationError extends OracleGatewayError {
  override readonly name = 'VerificationError';
  readonly code = 'verification_failed';
  constructor(
    readonly reason: VerificationReason,
    message: string,
  ) {
    super(message);
  }
}

/**
 * It is not known whether the round was served and is charged. Look it up later by `roundId` with `roundStatus`, or repeat the payment
 * under `paymentId`. Never pay anew before.
 */
export class UnknownOutcomeError extends OracleGatewayError {
  override readonly name = 'UnknownOutcomeError';
  readonly code = 'unknown_outcome';
  readonly roundId?: string;
  readonly paymentId?: string;
  constructor(input: { readonly roundId?: string; readonly paymentId?: string }, options?: ErrorOptions) {
    super('the outcome of the round is unknown: look it up before another one is asked for', options);
    if (input.roundId !== undefined) this.roundId = input.roundId;
    if (input.paymentId !== undefined) this.paymentId = input.paymentId;
  }
}

/** A round costs more than the account may spend on one. Nothing was signed. Amounts are atomic units of the stablecoin. */
export class SpendingLimitError extends OracleGatewayError {
  override readonly name = 'SpendingLimitError';
  readonly code = 'spending_limit';
  constructor(
    readonly amount: bigint,
    readonly maxAmount: bigint,
  ) {
    super(`maxAmount: a round costs ${amount} atomic units, and the account may spend ${maxAmount}`);
  }
}

/**
 * The gateway or the ledger did not answer, or answered something that is no answer of theirs. `sent` is `nothing` where the request to
 * `peer` never left this process. A gateway that was sent nothing charges nothing for this call.
 */
export class TransportError extends OracleGatewayError {
  override readonly name = 'TransportError';
  readonly code = 'transport';
  readonly sent: 'nothing' | 'maybe';
  constructor(
    readonly peer: 'gateway' | 'ledger',
    message: string,
    options: ErrorOptions & { readonly sent?: 'nothing' | 'maybe' } = {},
  ) {
    const { sent = 'maybe', ...rest } = options;
    super(message, rest);
    this.sent = sent;
  }
}

/** The call itself is wrong: an option is missing or breaks its rule. Nothing was sent. */
export class ClientUsageError extends OracleGatewayError {
  override readonly name = 'ClientUsageError';
  readonly code = 'usage';
  constructor(
    readonly field: string,
    rule: string,
    options?: ErrorOptions,
  ) {
    super(`${field}: ${rule}`, options);
  }
}
