import { roundAddress, toHex, type Address } from '@oracle-gateway/protocol';
import { decodeRoundReceipt, decodeSubscription, subscriptionAddress } from '@oracle-gateway/protocol/accounts';

import { DemoFailure } from './demo-failure.js';
import type { DemoContext } from './demo-context.js';
import type { Served } from './serve-round.js';

export interface SettledReceipt {
  readonly address: Address;
  /** Hex of the message in the receipt, equal to the message that the nodes signed. */
  readonly message: string;
}

/** Throws DemoFailure if the ledger has no receipt of the round, or a receipt of another message. */
export async function readSettledReceipt({ ledger, programId }: DemoContext, { asked, checked }: Served): Promise<SettledReceipt> {
  const address = roundAddress({ programId, feedOwner: asked.owner, ...asked });
  const receipt = await ledger.read('receipt', address, decodeRoundReceipt);
  const [settled, signed] = [toHex(receipt.message), toHex(checked.message)];
  if (settled !== signed) throw new DemoFailure('the receipt on the ledger holds another message than the signed one');
  return { address, message: settled };
}

export async function readRoundsLeft({ ledger, programId }: DemoContext, subscriptionOwner: Address): Promise<bigint> {
  return (await ledger.read('subscription', subscriptionAddress(programId, subscriptionOwner), decodeSubscription)).roundsLeft;
}
