import type { ErrorCode } from '@oracle-gateway/gateway-api/errors';
import type { RoundId } from '@oracle-gateway/protocol';
import type { GatewayError } from '../../errors/gateway-error.js';
import type { AdmittedHold, AdmittedRound } from './admitted-round.js';

/** Obstacle that a reservation met: a key in use, or units that are not free. */
export interface Conflict {
  /** Refusal that the key or the hold names. */
  readonly refusal: ErrorCode;
  /** The round that uses the key; absent for a hold. */
  readonly usedBy?: RoundId;
}

/** A source's 402, as a node reports it. */
export interface SourceRefusal {
  readonly status: number;
  /** The source's own terms, or why they cannot be read; at most 1 KiB. */
  readonly terms: string;
}

/** Decisions of a path about its rounds after admission. The engine gets it once for each path, and asks it by the round's data. */
export interface PathPolicy<Round extends AdmittedRound> {
  /** The refusal of a conflict; by default the one that the conflict names. */
  refuse?(conflict: Conflict, round: Round): GatewayError;
  /** Reads the account of a hold again, before its conflict is refused; asked once for each hold that is marked `isReread`. */
  reread?(hold: AdmittedHold, round: Round): Promise<Round>;
  /** The last check, which asks another server: made before the round takes its place among the concurrent ones, and when a place is free. */
  confirm?(round: Round): Promise<void>;
  /**
   * The 402 for a source that asks for payment, or refuses the payment it got. A path without it counts such a source as one that fails.
   */
  readonly refuseForSource?: (refusal: SourceRefusal, round: Round) => GatewayError;
}
