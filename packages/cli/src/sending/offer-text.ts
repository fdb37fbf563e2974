import type { Offer } from '@oracle-gateway/client/subscriber';
import { formatAddress, formatScaled } from '@oracle-gateway/protocol';
import { formatMoney } from '@oracle-gateway/protocol/internal';

const SOL_DECIMALS = 9;

/** An offer for people: effects, then costs. */
export function offerText(words: string, { effects, signer, priceAtomic, rentLamports, creates, feeLamports }: Offer): string {
  return [
    `${words}, signed by ${formatAddress(signer)}`,
    ...effects.map((effect) => `  ${effect}`),
    'costs',
    ...(priceAtomic === 0n ? [] : [`  price  ${formatMoney(priceAtomic)}`]),
    ...(rentLamports === 0n ? [] : [`  rent   ${solText(rentLamports)}, locked in ${creates.join(', ')}`]),
    `  fee    ${solText(feeLamports)}`,
  ].join('\n');
}

/** Units of the wire, for scripts. */
export function offerJson({ effects, priceAtomic, rentLamports, feeLamports, untilSeconds, signer }: Offer): object {
  return { signer: formatAddress(signer), effects, priceAtomic, rentLamports, feeLamports, untilSeconds };
}

function solText(lamports: bigint): string {
  return `${formatScaled(lamports, SOL_DECIMALS)} SOL`;
}
