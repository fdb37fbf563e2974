import { createHash } from 'node:crypto';

import { UPGRADEABLE_LOADER } from '@oracle-gateway/ledger';
import { findProgramAddress, toAddress, type Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';

import { ADMIN_COMMITMENT, type AdminLedgerView } from '../admin-ledger.js';
import { NotPossibleError } from '../errors.js';

/** State u32, slot u64, option and key of the upgrade authority: then the program. */
const HEADER = { bytes: 45, state: 0, slot: 4, hasAuthority: 12, authority: 13 } as const;
/** The loader's state of an account that holds a program. */
const PROGRAM_DATA_STATE = 3;

/** A program as the ledger holds it. */
export interface DeployedProgram {
  /** Slot of the last deployment. */
  readonly slot: bigint;
  /** May replace the program; null: no key may. */
  readonly upgradeAuthority: Address | null;
  /** The file, and zeros in the place that was left over. */
  readonly data: Uint8Array;
}

/** Reads what is deployed at the program's address. Throws NotPossibleError where no upgradeable program is, and LedgerUnavailableError. */
export async function readDeployedProgram({
  programId,
  readAccounts,
}: Pick<AdminLedgerView, 'programId' | 'readAccounts'>): Promise<DeployedProgram> {
  const { address } = findProgramAddress([programId], UPGRADEABLE_LOADER);
  const { accounts } = await readAccounts([address], ADMIN_COMMITMENT);
  const [account = null] = accounts;
  if (account === null || !equalBytes(account.owner, UPGRADEABLE_LOADER) || account.data.length < HEADER.bytes)
    throw new NotPossibleError('program', 'must be an upgradeable program that is deployed on this cluster');
  const { data } = account;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint32(HEADER.state, true) !== PROGRAM_DATA_STATE)
    throw new NotPossibleError('program', 'must be deployed; its account holds something else');
  return {
    slot: view.getBigUint64(HEADER.slot, true),
    upgradeAuthority: data[HEADER.hasAuthority] === 1 ? toAddress(data.slice(HEADER.authority, HEADER.bytes)) : null,
    data: data.slice(HEADER.bytes),
  };
}

/** Whether the deployed program is that file: its bytes, and nothing but zeros behind them. */
export function isDeployedFile({ data }: DeployedProgram, file: Uint8Array): boolean {
  return equalBytes(data.subarray(0, file.length), file) && data.subarray(file.length).every((byte) => byte === 0);
}

/** SHA-256 in hex, as `sha256sum` prints it. */
export function fileHash(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex');
}
