import { purseLamports, type HeldAccount } from '@oracle-gateway/ledger';
import { purseOf, type AccountFigure, type HoldAccount, type KeptHold } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import { AccountDecodeError } from '@oracle-gateway/protocol/accounts';
import type { HoldFigure } from '../charges/charge-form.js';
import { HOLD_FIGURES } from '../charges/charge-forms.js';

/** What the gateway pays settlements with, however a round is paid. */
const PURSE: HoldFigure = { addressOf: (hold) => purseOf(hold), unitsLeft: ({ lamports }) => purseLamports(lamports) };

const FIGURES: readonly HoldFigure[] = [...HOLD_FIGURES, PURSE];

/** Where the figure of one hold is read. */
export interface FigureSource {
  readonly account: HoldAccount;
  readonly address: Address;
  readonly unitsLeft: HoldFigure['unitsLeft'];
}

/** Where the figures of a round's holds are read. A hold of an unknown kind has no figure. */
export function figureSources(holds: readonly KeptHold[], programId: Address): readonly FigureSource[] {
  return holds
    .filter(({ basis }) => basis === 'ledger')
    .flatMap(({ account }) =>
      FIGURES.flatMap(({ addressOf, unitsLeft }) => {
        const address = addressOf(account, programId);
        return address === null ? [] : [{ account, address, unitsLeft }];
      }),
    );
}

/** An account that does not exist has nothing left; null for an account that cannot be decoded. */
export function readFigure(
  { account, unitsLeft }: FigureSource,
  read: { readonly held: HeldAccount | null; readonly slot: number; readonly programId: Address },
): AccountFigure | null {
  const { held, slot, programId } = read;
  if (held === null) return { account, available: 0n, slot };
  try {
    return { account, available: unitsLeft(held, programId), slot };
  } catch (error) {
    if (error instanceof AccountDecodeError) return null;
    throw error;
  }
}
