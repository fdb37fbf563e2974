import { type ErrorCode, type ErrorRule, errorTable } from '@oracle-gateway/gateway-api/errors';
import { type ErrorEffects, errorEffects } from './error-effects.js';
import type { Address, FeedId } from '@oracle-gateway/protocol';
import type { Subject } from '@oracle-gateway/protocol/internal';
import type { SourceFailure } from './source-failure.js';

/** Facts of a round by which an operator finds its caller and its source. */
export interface RefusedRound {
  readonly feedOwner: Address;
  readonly feedId: FeedId;
  readonly subject: Subject;
}

export interface ErrorDetails {
  /** Follows the message after a colon. Never holds a secret or what a source answered. */
  readonly detail?: string;
  /** Members of the body that the caller needs to go on. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** The fault of the source: for the requester alone. */
  readonly failure?: SourceFailure;
  /** Headers of the answer, beside the headers of its rule. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  /** The same request may be judged otherwise in a moment: the refusal must not be repeated from memory. */
  readonly isPassing?: true;
  /** The tenant made it fail, whatever its code says: it is charged as a row of `errorEffects` says it. */
  readonly isChargedToTenant?: true;
  /** The round that was asked for, for the log alone. */
  readonly round?: RefusedRound;
  /** No node fetched: nothing was reserved, or it is given back. The same request may be sent again. */
  readonly isGivenBack?: true;
}

/** A refusal with one of the codes of {@link errorTable}. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';

  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
  ) {
    const { message } = errorTable[code];
    super(
      details.detail === undefined ? message : `${message}: ${details.detail}`,
      details.cause === undefined ? {} : { cause: details.cause },
    );
  }

  get rule(): ErrorRule & ErrorEffects {
    const charged = this.details.isChargedToTenant === true ? { isChargedToTenant: true as const } : {};
    const rule = { ...errorTable[this.code], ...errorEffects[this.code], ...charged };
    return this.details.isGivenBack === true ? { ...rule, authorization: 'unused' } : rule;
  }

  /** The same refusal, about a round that has an identity by now. */
  about(roundId: string): GatewayError {
    return new GatewayError(this.code, { ...this.details, members: { ...this.details.members, roundId } });
  }

  /** The same refusal, of a round that was asked for and may have no identity. */
  ofRound(round: RefusedRound): GatewayError {
    return new GatewayError(this.code, { ...this.details, round });
  }

  /** The same refusal, of a round whose reservation is given back, or after all is not. */
  givenBack(isGivenBack: boolean): GatewayError {
    const { isGivenBack: _before, ...details } = this.details;
    return new GatewayError(this.code, isGivenBack ? { ...details, isGivenBack } : details);
  }

  /** The same refusal, of a request that may be judged otherwise in a moment. */
  forNow(): GatewayError {
    return new GatewayError(this.code, { ...this.details, isPassing: true });
  }
}
