import { roundAddress, toHex, type Address } from '@oracle-gateway/protocol';
import { decodeRoundReceipt, decodeSubscription, subscriptionAddress } from '@oracle-gateway/protocol/accounts';

import { DemoFailure } from './demo-failure.js';
import type { Judgement } from './judge-attestation.js';
import type { PriceRound } from './price-round.js';
import type { Stage } from './stage.js';

export interface Receipt {
  readonly address: Address;
  /** Hex of the message that it holds, which is the one that the nodes signed. */
  readonly message: string;
}

/** Throws DemoFailure when the ledger has no receipt of the round, or one of another message. */
export async function readReceipt({ ledger, programId }: Stage, round: PriceRound, { message }: Judgement): Promise<Receipt> {
  const address = roundAddress({ programId, consumerAuthority: round.owner, ...round });
  const receipt = await ledger.read('receipt', address, decodeRoundReceipt);
  const [settled, signed] = [toHex(receipt.message), toHex(message)];
  if (settled !== signed) throw new DemoFailure('the receipt on the ledger is of another message than the one that was signed');
  return { address, message: settled };
}

export async function readRoundsLeft({ ledger, programId }: Stage, round: PriceRound): Promise<bigint> {
  return (await ledger.read('subscription', subscriptionAddress(programId, round.subscriptionOwner), decodeSubscription)).roundsLeft;
}
