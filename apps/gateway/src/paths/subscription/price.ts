import type { LedgerConfigReader } from '@oracle-gateway/ledger';

/** What one round is bought for, together with all others of its subscription; atomic units. */
export async function subscriptionRoundPrice(
  signaturesRequired: number,
  { ledger }: { readonly ledger: LedgerConfigReader },
): Promise<bigint> {
  const { prices } = await ledger.config();
  return prices.subscriptionRoundBase + BigInt(signaturesRequired) * prices.subscriptionRoundPerSig;
}
