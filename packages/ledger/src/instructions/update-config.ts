import type { Address } from '@oracle-gateway/protocol';
import { configAddress } from '@oracle-gateway/protocol/accounts';

import { signer, writable, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';
import { writeSettings, type ProtocolSettings } from './settings.js';

export interface UpdateConfigInput {
  readonly programId: Address;
  readonly authority: Address;
  readonly settings: ProtocolSettings;
}

/** Tag 1: replaces every setting. */
export function updateConfig(input: UpdateConfigInput): LedgerInstruction {
  return {
    programId: input.programId,
    accounts: [signer(input.authority), writable(configAddress(input.programId))],
    data: writeSettings(new InstructionData(1), input.settings).finish(),
  };
}
