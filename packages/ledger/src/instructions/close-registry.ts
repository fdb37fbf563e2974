import type { Address } from '@oracle-gateway/protocol';
import { configAddress, registryAddress } from '@oracle-gateway/protocol/accounts';

import { readonly, writable, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';

export interface CloseRegistryInput {
  readonly programId: Address;
  readonly registryVersion: bigint;
  /** The administrator, who gets the account's lamports. */
  readonly authority: Address;
}

/** Tag 29: closes a registry version that no round settles against any more; anybody may. */
export function closeRegistry({ programId, registryVersion, authority }: CloseRegistryInput): LedgerInstruction {
  return {
    programId,
    accounts: [readonly(configAddress(programId)), writable(registryAddress(programId, registryVersion)), writable(authority)],
    data: new InstructionData(29).finish(),
  };
}
