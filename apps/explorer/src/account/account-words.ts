import type { Offer, TransactionFate } from '@oracle-gateway/client/subscriber';
import { formatMoney } from '@oracle-gateway/protocol/internal';
import { momentText, spanText } from '../words/times.js';

const LAMPORTS_DIGITS = 9;
const SHOWN_DIGITS = 6;

/** Lamports as SOL with at most six decimals, rounded up: `0.0021 SOL`. */
export function solText(lamports: bigint): string {
  const unit = 10n ** BigInt(LAMPORTS_DIGITS - SHOWN_DIGITS);
  const rounded = (lamports + unit - 1n) / unit;
  const digits = String(rounded).padStart(SHOWN_DIGITS + 1, '0');
  const part = digits.slice(-SHOWN_DIGITS).replace(/0+$/, '');
  return `${digits.slice(0, -SHOWN_DIGITS)}${part === '' ? '' : `.${part}`} SOL`;
}

/** A time of the ledger, with the span to it or from it. */
export function untilText(seconds: bigint, nowMs: number): string {
  const atMs = Number(seconds) * 1_000;
  const span = spanText(Math.abs(atMs - nowMs));
  return atMs > nowMs ? `${momentText(atMs)}, in ${span}` : `${momentText(atMs)}, ${span} ago`;
}

/** All that a transaction costs, in the units that people pay in. */
export function costsOf({ priceAtomic, rentLamports, feeLamports, creates }: Offer): readonly (readonly [string, string])[] {
  return [
    ['Price', priceAtomic === 0n ? 'none' : formatMoney(priceAtomic)],
    ...(rentLamports === 0n ? [] : [['Rent', `${solText(rentLamports)}, locked in: ${creates.join(', ')}`] as const]),
    ['Fee', `at most ${solText(feeLamports)}`],
  ];
}

/** The outcome of a transaction, and what to do. */
export function fateText(fate: TransactionFate): { readonly isGood: boolean; readonly text: string } {
  switch (fate.kind) {
    case 'landed':
      return { isGood: true, text: 'Done: the ledger has it.' };
    case 'refused':
      return {
        isGood: false,
        text: `The ledger refused it, and nothing was paid: ${fate.reason}. Read the account again, then see a new offer.`,
      };
    case 'failed':
      return { isGood: false, text: 'It failed on the ledger. Its fee is paid, and nothing else has changed. See a new offer.' };
    case 'expired':
      return { isGood: false, text: 'It did not land in time: nothing was paid, and it never will land. See a new offer.' };
    case 'unknown':
      return {
        isGood: false,
        text: 'It is not known yet whether it has landed. Read the account again in a minute, before you sign anything else.',
      };
  }
}
