import { rememberedAddresses, type HeldAccount } from '@oracle-gateway/ledger';
import { subscriptionOwnerOf, type AccountFigure, type KeptHold } from '@oracle-gateway/outbox';
import { equalBytes, type Address } from '@oracle-gateway/protocol';
import { AccountDecodeError, decodeSubscription } from '@oracle-gateway/protocol/accounts';

/** An account of the ledger that says how many units of a hold's account are left. */
export interface FigureSource {
  readonly account: string;
  readonly address: Address;
}

/** Where the figures of a round's holds are read; a hold of a kind that is unknown here waits for whoever knows it. */
export function figureSources(holds: readonly KeptHold[], programId: Address): readonly FigureSource[] {
  return holds.flatMap(({ account, basis }) => {
    const owner = basis === 'ledger' ? subscriptionOwnerOf(account) : null;
    return owner === null ? [] : [{ account, address: rememberedAddresses.subscription(programId, owner) }];
  });
}

/** A subscription that does not exist has no rounds left; one that cannot be read says nothing. */
export function readFigure(
  { account }: FigureSource,
  read: { readonly held: HeldAccount | null; readonly slot: number; readonly programId: Address },
): AccountFigure | null {
  const { held, slot, programId } = read;
  if (held === null || !equalBytes(held.owner, programId)) return { account, available: 0n, slot };
  try {
    return { account, available: decodeSubscription(held.data).roundsLeft, slot };
  } catch (error) {
    if (error instanceof AccountDecodeError) return null;
    throw error;
  }
}
