import type { Address } from '@oracle-gateway/protocol';
import { configAddress, nodeAddress, registryAddress } from '@oracle-gateway/protocol/accounts';

import { payer, readonly, writable, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { SYSTEM_PROGRAM } from '../program-ids.js';

/** `set` copies the key of the Node account of that index, `remove` leaves the slot empty. */
export interface RegistryChange {
  readonly op: 'set' | 'remove';
  readonly index: number;
}

export interface ChangeRegistryInput {
  readonly programId: Address;
  readonly authority: Address;
  /** The version that Config names now; 0 when there is none yet. */
  readonly currentVersion: bigint;
  readonly redundancyBuffer: number;
  /** Ends the old version's grace at once: unsettled rounds of it lapse. */
  readonly emergency: boolean;
  readonly changes: readonly RegistryChange[];
}

/** Tag 6: creates the next registry version. */
export function changeRegistry(input: ChangeRegistryInput): LedgerInstruction {
  const { programId, currentVersion, changes } = input;
  const current = currentVersion === 0n ? SYSTEM_PROGRAM : registryAddress(programId, currentVersion);
  const data = new InstructionData(6)
    .u8('redundancyBuffer', input.redundancyBuffer)
    .u8('emergency', input.emergency ? 1 : 0)
    .u8('change count', changes.length);
  for (const change of changes) data.u8('op', change.op === 'set' ? 0 : 1).u8('index', change.index);
  return {
    programId,
    accounts: [
      payer(input.authority),
      writable(configAddress(programId)),
      currentVersion === 0n ? readonly(current) : writable(current),
      writable(registryAddress(programId, currentVersion + 1n)),
      readonly(SYSTEM_PROGRAM),
      ...changes.filter((change) => change.op === 'set').map((change) => readonly(nodeAddress(programId, change.index))),
    ],
    data: data.finish(),
  };
}
