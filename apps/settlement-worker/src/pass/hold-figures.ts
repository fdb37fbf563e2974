import { spendableLamports, type HeldAccount } from '@oracle-gateway/ledger';
import { FEE_BALANCE_QUOTA, quotaAddress, type KeptHold, type QuotaFigure, type QuotaKey } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import { AccountDecodeError } from '@oracle-gateway/protocol/accounts';
import type { HoldFigure } from '../charges/charge-form.js';
import { HOLD_FIGURES } from '../charges/charge-forms.js';

/** The gateway's balance for settlements, however a round is paid. */
const FEE_BALANCE: HoldFigure = {
  addressOf: (hold) => quotaAddress(FEE_BALANCE_QUOTA, hold),
  unitsLeft: ({ lamports }) => spendableLamports(lamports),
};

const FIGURES: readonly HoldFigure[] = [...HOLD_FIGURES, FEE_BALANCE];

/** Account from which the reading of one hold comes. */
export interface FigureSource {
  readonly quotaKey: QuotaKey;
  readonly address: Address;
  readonly unitsLeft: HoldFigure['unitsLeft'];
}

/** Accounts from which the readings of a round's holds come. A hold of an unknown kind has no figure. */
export function figureSources(holds: readonly KeptHold[], programId: Address): readonly FigureSource[] {
  return holds
    .filter(({ basis }) => basis === 'ledger')
    .flatMap(({ quotaKey }) =>
      FIGURES.flatMap(({ addressOf, unitsLeft }) => {
        const address = addressOf(quotaKey, programId);
        return address === null ? [] : [{ quotaKey, address, unitsLeft }];
      }),
    );
}

/** An account that does not exist has nothing left; null for an account that cannot be decoded. */
export function readFigure(
  { quotaKey, unitsLeft }: FigureSource,
  read: { readonly held: HeldAccount | null; readonly slot: number; readonly programId: Address },
): QuotaFigure | null {
  const { held, slot, programId } = read;
  if (held === null) return { quotaKey, available: 0n, slot };
  try {
    return { quotaKey, available: unitsLeft(held, programId), slot };
  } catch (error) {
    if (error instanceof AccountDecodeError) return null;
    throw error;
  }
}
