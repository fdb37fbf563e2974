import type { LedgerConfigReader } from '@oracle-gateway/ledger';

/** Share of a subscription's price that falls on a round of so many sources; atomic units. */
export async function subscriptionRoundPrice(
  { signaturesRequired, units }: { readonly signaturesRequired: number; readonly units: number },
  { ledger }: { readonly ledger: LedgerConfigReader },
): Promise<bigint> {
  const { prices } = await ledger.config();
  return BigInt(units) * (prices.subscriptionRoundBase + BigInt(signaturesRequired) * prices.subscriptionRoundPerSig);
}
