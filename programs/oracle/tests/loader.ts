/** Deployment through the upgradeable loader, as `solana program deploy` does it. */
import { PublicKey, SYSVAR_CLOCK_PUBKEY, SYSVAR_RENT_PUBKEY, SystemProgram, TransactionInstruction } from '@solana/web3.js';

import { concat, u32, u64 } from './bytes.js';

export const UPGRADEABLE_LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111');
const BUFFER_HEADER_LENGTH = 37;
const PROGRAM_LENGTH = 36;
/** Bytes of the program per transaction. */
const CHUNK_LENGTH = 900;

export function programDataAddress(programId: PublicKey): PublicKey {
  return PublicKey.findProgramAddressSync([programId.toBytes()], UPGRADEABLE_LOADER)[0];
}

export interface Deployment {
  readonly program: Uint8Array;
  readonly payer: PublicKey;
  readonly buffer: PublicKey;
  readonly programId: PublicKey;
  readonly upgradeAuthority: PublicKey;
  readonly rentFor: (length: number) => number;
}

function account(pubkey: PublicKey, isSigner: boolean, isWritable: boolean) {
  return { pubkey, isSigner, isWritable };
}

/** Creates the buffer account; signed by the payer and the buffer. */
export function createBuffer(deployment: Deployment): TransactionInstruction[] {
  const { payer, buffer, program, upgradeAuthority, rentFor } = deployment;
  const space = BUFFER_HEADER_LENGTH + program.length;
  return [
    SystemProgram.createAccount({
      fromPubkey: payer,
      newAccountPubkey: buffer,
      lamports: rentFor(space),
      space,
      programId: UPGRADEABLE_LOADER,
    }),
    new TransactionInstruction({
      programId: UPGRADEABLE_LOADER,
      keys: [account(buffer, false, true), account(upgradeAuthority, false, false)],
      data: Buffer.from(u32(0)),
    }),
  ];
}

/** Writes the program, one instruction per transaction; signed by the upgrade authority. */
export function writeBuffer(deployment: Deployment): TransactionInstruction[] {
  const { buffer, program, upgradeAuthority } = deployment;
  const count = Math.ceil(program.length / CHUNK_LENGTH);
  return Array.from({ length: count }, (_, index) => {
    const offset = index * CHUNK_LENGTH;
    const chunk = program.subarray(offset, offset + CHUNK_LENGTH);
    return new TransactionInstruction({
      programId: UPGRADEABLE_LOADER,
      keys: [account(buffer, false, true), account(upgradeAuthority, true, false)],
      data: Buffer.from(concat(u32(1), u32(offset), u64(BigInt(chunk.length)), chunk)),
    });
  });
}

/** Deploys the buffer; signed by the payer, the program and the upgrade authority. */
export function deployBuffer(deployment: Deployment): TransactionInstruction[] {
  const { payer, buffer, program, programId, upgradeAuthority, rentFor } = deployment;
  return [
    SystemProgram.createAccount({
      fromPubkey: payer,
      newAccountPubkey: programId,
      lamports: rentFor(PROGRAM_LENGTH),
      space: PROGRAM_LENGTH,
      programId: UPGRADEABLE_LOADER,
    }),
    new TransactionInstruction({
      programId: UPGRADEABLE_LOADER,
      keys: [
        account(payer, true, true),
        account(programDataAddress(programId), false, true),
        account(programId, false, true),
        account(buffer, false, true),
        account(SYSVAR_RENT_PUBKEY, false, false),
        account(SYSVAR_CLOCK_PUBKEY, false, false),
        account(SystemProgram.programId, false, false),
        account(upgradeAuthority, true, false),
      ],
      data: Buffer.from(concat(u32(2), u64(BigInt(program.length)))),
    }),
  ];
}

/** SetAuthority without a new authority: the program becomes final. */
export function makeFinal(programId: PublicKey, upgradeAuthority: PublicKey): TransactionInstruction {
  return new TransactionInstruction({
    programId: UPGRADEABLE_LOADER,
    keys: [account(programDataAddress(programId), false, true), account(upgradeAuthority, true, false)],
    data: Buffer.from(u32(4)),
  });
}
