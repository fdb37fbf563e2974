import type { DatedRound } from '../model/admitted-round.js';
import type { RefuseForSource } from '../model/round-failure.js';
import type { RoundSession } from '../model/round-session.js';
import type { NodeCallContext } from '../nodes/node-call-error.js';
import type { ObservationBoard } from './observation-board.js';
import type { ValueRule } from './value-rule.js';
import type { NonceCommitmentHex } from '@oracle-gateway/node-api';
import type { RoundNode } from '../nodes/node-directory.js';

/** A round under way with its nodes, as observing and signing share it. */
export interface RoundRun {
  readonly round: DatedRound;
  readonly session: RoundSession;
  /** Signers in the exchange that observes; null in two exchanges. */
  readonly designated: readonly RoundSigner[] | null;
  readonly board: ObservationBoard;
  readonly rule: ValueRule;
  /** Ends all calls. */
  readonly signal: AbortSignal;
  readonly reportFault: (fault: NodeCallContext) => void;
  /** The 402 for a source that asks the caller for payment, on a path that can pay a source. */
  readonly refuseForSource: RefuseForSource | undefined;
  /** The gateway brought a credential of its own. */
  readonly isSponsored: boolean;
}

/** A node and the commitment that it signs with. */
export interface RoundSigner {
  readonly node: RoundNode;
  readonly nonce: NonceCommitmentHex;
}
