import { toAddress } from '@oracle-gateway/protocol';
import { ed25519 } from '@noble/curves/ed25519.js';

/** Keys of a node, of its registry and of a gateway that exist in this bench alone. */
export const PROGRAM_ID = new Uint8Array(32).fill(0x51);
export const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
export const NODE_KEYS = [1, 2, 3, 4, 5].map((fill) => new Uint8Array(32).fill(fill));
export const GATEWAY_KEY = new Uint8Array(32).fill(0x71);
export const GATEWAY = toAddress(ed25519.getPublicKey(GATEWAY_KEY));
