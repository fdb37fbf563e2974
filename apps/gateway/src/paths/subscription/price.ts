import type { LedgerConfigReader } from '@oracle-gateway/ledger';

/** Share of a subscription's price that falls on one round; atomic units. */
export async function subscriptionRoundPrice(
  signaturesRequired: number,
  { ledger }: { readonly ledger: LedgerConfigReader },
): Promise<bigint> {
  const { prices } = await ledger.config();
  return prices.subscriptionRoundBase + BigInt(signaturesRequired) * prices.subscriptionRoundPerSig;
}
