import type { FeedId } from '@oracle-gateway/protocol';

/** Another keeper has taken the claim of the feed over. Nothing was sent after that. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
  constructor() {
    super('another keeper has taken over this feed');
  }
}

/** The feed has cost what it may cost in a day. Nothing was sent. */
export class DailyLimitError extends Error {
  override readonly name = 'DailyLimitError';
  /** @param feeds those of the purchase whose limits refuse it */
  constructor(readonly feeds: readonly FeedId[]) {
    super('max_per_day: the rounds of this feed have cost as much today; raise it, or wait for the next day (UTC)');
  }
}

/** A purchase whose outcome was not learnt while the gateway kept results. */
export class PurchaseForgottenError extends Error {
  override readonly name = 'PurchaseForgottenError';
  constructor() {
    super('the outcome of a round was not learnt in time; it may have been charged, and another one is bought');
  }
}

/** The source gives no value that a quorum would sign: a round would fail too. */
export class NoValueError extends Error {
  override readonly name = 'NoValueError';
  constructor(readonly reason: string) {
    super(`a dry run shows that no value would be signed (${reason})`);
  }
}

/** The nodes signed a list without a value of this source. The round is charged for it. */
export class AbsentValueError extends Error {
  override readonly name = 'AbsentValueError';
  constructor(readonly reason: string) {
    super(`the list was signed without a value of this source (${reason}); it is bought alone next`);
  }
}

/** A target does not answer, or takes no transaction at the moment. */
export class TargetUnavailableError extends Error {
  override readonly name = 'TargetUnavailableError';
  constructor(
    readonly target: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A target refuses an attestation for good. */
export class AttestationRefusedError extends Error {
  override readonly name = 'AttestationRefusedError';
  constructor(readonly reason: string) {
    super(`the target refuses the attestation (${reason})`);
  }
}
