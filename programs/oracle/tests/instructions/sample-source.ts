import type { TransactionInstruction } from '@solana/web3.js';

import type { escrowInstructions } from '../agent.js';
import type { World } from '../world.js';

/** Makes one instruction of each kind, for the comparison with the IDL: each file of builders has its samples. */
export interface SampleSource {
  readonly world: World;
  readonly escrow: ReturnType<typeof escrowInstructions>;
  /** settle_agent_round with a signer set. */
  readonly settleAgentRound: TransactionInstruction;
}

/** A signer set of three. */
export const SET = { registryVersion: 1n, signers: [0, 1, 3] };
