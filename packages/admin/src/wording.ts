import { formatScaled } from '@oracle-gateway/protocol';

const SOL_DECIMALS = 9;

/** Digits in groups of three. */
export function formatCount(count: bigint | number): string {
  return count.toString().replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Lamports, and SOL as wallets show it. */
export function formatLamports(lamports: bigint): string {
  return `${formatCount(lamports)} lamports (${formatScaled(lamports, SOL_DECIMALS)} SOL)`;
}

export function formatTokens(amountAtomic: bigint, decimals: number): string {
  return `${formatCount(amountAtomic)} atomic units (${formatScaled(amountAtomic, decimals)} tokens)`;
}
