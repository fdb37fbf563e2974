import { parseAddress } from '@oracle-gateway/protocol';

// This world uses devnet's identifiers, because official x402 clients accept only known networks and mints.

export const DEVNET_GENESIS_HASH = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
/** CAIP-2: `solana:` and the first 32 characters of the genesis hash. */
export const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
/** USDC's mint on devnet. No key of this address exists here. */
export const DEVNET_USDC_MINT = parseAddress('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU');
