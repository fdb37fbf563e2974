import { sha256 } from '@noble/hashes/sha2.js';
import { findProgramAddress, type Address } from '@oracle-gateway/protocol';
import { configAddress } from '@oracle-gateway/protocol/accounts';

import { payer, readonly, writable, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { SYSTEM_PROGRAM, UPGRADEABLE_LOADER } from '../program-ids.js';
import { writeSettings, type ProtocolSettings } from './settings.js';

export interface InitialiseInput {
  readonly programId: Address;
  /** The program's upgrade authority; signs and pays. */
  readonly upgradeAuthority: Address;
  readonly mint: Address;
  /** CAIP-2 id of the cluster. */
  readonly network: string;
  readonly settings: ProtocolSettings;
}

/** Tag 0: creates the Config account. */
export function initialise(input: InitialiseInput): LedgerInstruction {
  const networkHash = sha256(new TextEncoder().encode(input.network));
  const programData = findProgramAddress([input.programId], UPGRADEABLE_LOADER).address;
  return {
    programId: input.programId,
    accounts: [
      payer(input.upgradeAuthority),
      writable(configAddress(input.programId)),
      readonly(programData),
      readonly(input.mint),
      readonly(SYSTEM_PROGRAM),
    ],
    data: writeSettings(new InstructionData(0).bytes('networkHash', networkHash, 32), input.settings).finish(),
  };
}
