import { spendableLamports, type StoredAccount } from '@oracle-gateway/ledger';
import { FEE_BALANCE_QUOTA, quotaAddress, type KeptHold, type QuotaReading, type QuotaKey } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { AccountDecodeError } from '@oracle-gateway/protocol/accounts';
import type { HoldReading } from '../charges/charge-form.js';
import { HOLD_READINGS } from '../charges/charge-forms.js';

/** Accounts from which the reading of one hold comes, each with the units that it has left. */
export interface ReadingSource {
  readonly quotaKey: QuotaKey;
  readonly addresses: readonly Address[];
  readonly unitsLeft: HoldReading['unitsLeft'];
}

export interface ReadingPlaces {
  readonly programId: Address;
  /** The Gateway account, by which its fee balance is named. */
  readonly gateway: Address;
  /** Every account that pays for the shard's settlements, however a round is paid. */
  readonly payers: readonly Address[];
}

/** Accounts from which the readings of a round's holds come. A hold of an unknown kind has no reading. */
export function readingSources(holds: readonly KeptHold[], places: ReadingPlaces): readonly ReadingSource[] {
  return holds.filter(({ basis }) => basis === 'ledger').flatMap(({ quotaKey }) => sourcesOf(quotaKey, places));
}

function sourcesOf(quotaKey: QuotaKey, { programId, gateway, payers }: ReadingPlaces): readonly ReadingSource[] {
  const shard = quotaAddress(FEE_BALANCE_QUOTA, quotaKey);
  if (shard !== null && equalBytes(shard, gateway))
    return [{ quotaKey, addresses: payers, unitsLeft: ({ lamports }) => spendableLamports(lamports) }];
  return HOLD_READINGS.flatMap(({ addressOf, unitsLeft }) => {
    const address = addressOf(quotaKey, programId);
    return address === null ? [] : [{ quotaKey, addresses: [address], unitsLeft }];
  });
}

/** An account that does not exist has nothing left; null for an account that cannot be decoded. */
export function decodeReading(
  { quotaKey, unitsLeft }: ReadingSource,
  read: { readonly held: readonly (StoredAccount | null)[]; readonly slot: number; readonly programId: Address },
): QuotaReading | null {
  const { held, slot, programId } = read;
  try {
    const available = held.reduce((sum, account) => sum + (account === null ? 0n : unitsLeft(account, programId)), 0n);
    return { quotaKey, available, slot };
  } catch (error) {
    if (error instanceof AccountDecodeError) return null;
    throw error;
  }
}
