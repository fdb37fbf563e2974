import type { Address } from '@oracle-gateway/protocol';
import { configAddress } from '@oracle-gateway/protocol/accounts';

import { signer, writable, type LedgerInstruction } from '../instruction.js';
import { InstructionData } from '../instruction-data.js';

export interface ProposeAuthorityInput {
  readonly programId: Address;
  readonly authority: Address;
  readonly newAuthority: Address;
}

/** Tag 2: first step of handing over the administration. */
export function proposeAuthority(input: ProposeAuthorityInput): LedgerInstruction {
  return {
    programId: input.programId,
    accounts: [signer(input.authority), writable(configAddress(input.programId))],
    data: new InstructionData(2).bytes('newAuthority', input.newAuthority, 32).finish(),
  };
}

export interface AcceptAuthorityInput {
  readonly programId: Address;
  readonly pendingAuthority: Address;
}

/** Tag 3: second step, by the proposed key. */
export function acceptAuthority(input: AcceptAuthorityInput): LedgerInstruction {
  return {
    programId: input.programId,
    accounts: [signer(input.pendingAuthority), writable(configAddress(input.programId))],
    data: new InstructionData(3).finish(),
  };
}
