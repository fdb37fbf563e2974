import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { toHex } from '@oracle-gateway/protocol';
import type { LocalAccount } from 'viem';

/** The address of a key of 32 bytes. */
export function evmAddressOf(key: Uint8Array): `0x${string}` {
  return privateKeyToAddress(hexOf(key));
}

/** The account that a key signs for. Never log it. */
export function evmAccountOf(key: Uint8Array): LocalAccount {
  return privateKeyToAccount(hexOf(key));
}

function hexOf(key: Uint8Array): `0x${string}` {
  return `0x${toHex(key).slice(2)}`;
}
