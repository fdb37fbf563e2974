import type { Address } from '@oracle-gateway/protocol';
import { encodeStruct } from '@oracle-gateway/protocol/internal';

import { readonly, type LedgerInstruction, SYSTEM_PROGRAM, derivedAddresses } from '@oracle-gateway/protocol/instructions';
import * as generated from '@oracle-gateway/protocol/instructions';

/** `set` copies the key of the Node account of that index, `remove` leaves the slot empty. */
export interface RegistryChange {
  readonly op: 'set' | 'remove';
  readonly index: number;
}

/** The next registry version by its differences from the current one. */
export interface ChangeRegistryInput {
  readonly programId: Address;
  readonly authority: Address;
  /** The version that Config names now; 0 before the first version. */
  readonly currentVersion: bigint;
  readonly redundancyBuffer: number;
  /** Ends the old version's grace at once: unsettled rounds of it lapse. An emergency only removes. */
  readonly emergency: boolean;
  readonly changes: readonly RegistryChange[];
}

/** Form of a change within the instruction's data. */
export const CHANGE = { struct: { op: 'u8', index: 'u8' } } as const;

/** Account of the version that Config names. The system program stands for the missing one before the first version. */
export function currentRegistryAddress(programId: Address, currentVersion: bigint): Address {
  return currentVersion === 0n ? SYSTEM_PROGRAM : derivedAddresses.registry(programId, currentVersion);
}

function changeBytes({ op, index }: RegistryChange): readonly number[] {
  return [...encodeStruct(CHANGE, { op: op === 'set' ? 0 : 1, index })];
}

/** Tag 6: creates the next registry version. Under a delay, one that sets a node or raises the buffer is announced first (`madeAsAnnounced`). */
export function changeRegistry(input: ChangeRegistryInput): LedgerInstruction {
  const { programId, authority, currentVersion, redundancyBuffer, changes } = input;
  const { accounts, ...instruction } = generated.changeRegistry({
    programId,
    authority,
    currentRegistry: currentRegistryAddress(programId, currentVersion),
    newRegistry: derivedAddresses.registry(programId, currentVersion + 1n),
    redundancyBuffer,
    emergency: input.emergency ? 1 : 0,
    changeCount: changes.length,
    changes: Uint8Array.from(changes.flatMap(changeBytes)),
    pendingChangeAndNodes: changes.filter(({ op }) => op === 'set').map(({ index }) => derivedAddresses.node(programId, index)),
  });
  // The system program, which stands for the missing version, is never writable.
  return { ...instruction, accounts: accounts.map((meta) => (meta.address === SYSTEM_PROGRAM ? readonly(SYSTEM_PROGRAM) : meta)) };
}
