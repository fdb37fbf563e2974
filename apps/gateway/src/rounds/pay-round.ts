import type { NestedRoundResult } from '@oracle-gateway/gateway-api';
import type { PaidRound } from '../admission/admitted-round.js';
import { GatewayError } from '../errors.js';
import type { ConcludeRound, RoundService } from './round-service.js';

/** What a caller gets for a payment. */
export interface PaidAnswer {
  readonly result: NestedRoundResult;
  /** The PAYMENT-RESPONSE header (interface §4.2). */
  readonly receipt: string;
}

export type PaidRoundService = RoundService<PaidRound, PaidAnswer>;

/** Concludes a round that is paid for before it is delivered. */
export function createPayRound(): ConcludeRound<PaidRound, PaidAnswer> {
  return () => Promise.reject(new GatewayError('payment_not_made'));
}
