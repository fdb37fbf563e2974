import { spendableLamports, type StoredAccount } from '@oracle-gateway/ledger';
import { FEE_BALANCE_QUOTA, quotaAddress, type KeptHold, type QuotaReading, type QuotaKey } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import { AccountDecodeError } from '@oracle-gateway/protocol/accounts';
import type { HoldReading } from '../charges/charge-form.js';
import { HOLD_READINGS } from '../charges/charge-forms.js';

/** The gateway's balance for settlements, however a round is paid. */
const FEE_BALANCE: HoldReading = {
  addressOf: (hold) => quotaAddress(FEE_BALANCE_QUOTA, hold),
  unitsLeft: ({ lamports }) => spendableLamports(lamports),
};

const READINGS: readonly HoldReading[] = [...HOLD_READINGS, FEE_BALANCE];

/** Account from which the reading of one hold comes. */
export interface ReadingSource {
  readonly quotaKey: QuotaKey;
  readonly address: Address;
  readonly unitsLeft: HoldReading['unitsLeft'];
}

/** Accounts from which the readings of a round's holds come. A hold of an unknown kind has no reading. */
export function readingSources(holds: readonly KeptHold[], programId: Address): readonly ReadingSource[] {
  return holds
    .filter(({ basis }) => basis === 'ledger')
    .flatMap(({ quotaKey }) =>
      READINGS.flatMap(({ addressOf, unitsLeft }) => {
        const address = addressOf(quotaKey, programId);
        return address === null ? [] : [{ quotaKey, address, unitsLeft }];
      }),
    );
}

/** An account that does not exist has nothing left; null for an account that cannot be decoded. */
export function decodeReading(
  { quotaKey, unitsLeft }: ReadingSource,
  read: { readonly held: StoredAccount | null; readonly slot: number; readonly programId: Address },
): QuotaReading | null {
  const { held, slot, programId } = read;
  if (held === null) return { quotaKey, available: 0n, slot };
  try {
    return { quotaKey, available: unitsLeft(held, programId), slot };
  } catch (error) {
    if (error instanceof AccountDecodeError) return null;
    throw error;
  }
}
