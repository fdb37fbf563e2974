import { parseAddress } from '@oracle-gateway/protocol';

// This world passes for devnet, because official x402 clients pay on networks, and with mints, they know only.

export const DEVNET_GENESIS_HASH = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
/** CAIP-2: `solana:` and the first 32 characters of the genesis hash. */
export const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
/** USDC's mint; nobody here holds a key of this address. */
export const DEVNET_USDC_MINT = parseAddress('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU');
