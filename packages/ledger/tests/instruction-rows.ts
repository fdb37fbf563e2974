import { toAddress, toHex, type Address } from '@oracle-gateway/protocol';
import { associatedTokenAddress, configAddress, gatewayAddress, subscriptionAddress } from '@oracle-gateway/protocol/accounts';
import { expect } from 'vitest';

import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';

export function key(fill: number): Address {
  return toAddress(new Uint8Array(32).fill(fill));
}
export function bytes(fill: number, width: number): Uint8Array {
  return new Uint8Array(width).fill(fill);
}
export function rep(fill: string, width: number): string {
  return fill.repeat(width);
}

export const programId = key(0x11);
export const authority = key(0xaa);
export const owner = key(0x22);
export const mint = key(0x33);
export const gatewayAuthority = key(0x44);
export const config = configAddress(programId);
export const treasury = associatedTokenAddress(config, mint);
export const subscription = subscriptionAddress(programId, owner);
export const ownerTokens = associatedTokenAddress(owner, mint);
export const gateway = gatewayAddress(programId, gatewayAuthority);

export type Roles = readonly (readonly [roles: '' | 's' | 'w' | 'sw', address: Address])[];

/** Compares with a row of docs/protocol.md, "Instructions of the program". */
export function expectRow(instruction: LedgerInstruction, dataHex: string, accounts: Roles): void {
  expect(toHex(instruction.programId)).toBe(toHex(programId));
  expect(toHex(instruction.data)).toBe(`0x${dataHex}`);
  expect(instruction.accounts.map((meta) => [`${meta.signer ? 's' : ''}${meta.writable ? 'w' : ''}`, toHex(meta.address)])).toEqual(
    accounts.map(([roles, address]) => [roles, toHex(address)]),
  );
}
