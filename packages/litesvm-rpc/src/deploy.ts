import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Address } from './address.js';
import {
  createAccountInstruction,
  deployProgramInstruction,
  initializeBufferInstruction,
  UPGRADEABLE_LOADER,
  writeBufferInstruction,
} from './instructions.js';
import type { LocalLedger } from './ledger.js';
import { programAddress } from './program-address.js';
import type { SecretKey } from './sign-message.js';
import { addressOf } from './signed-transaction.js';

const BUFFER_HEADER_BYTES = 37;
const PROGRAM_ACCOUNT_BYTES = 36;
/** Bytes left in a transaction of 1,232 bytes after one signature, four keys and a memo. */
const CHUNK_BYTES = 900;

/** A program to deploy, with its keys. */
export interface DeploymentInput {
  /** Pays, and becomes the program's upgrade authority. */
  readonly payer: SecretKey;
  /** The program's key; its public half is the program's address. */
  readonly programKey: SecretKey;
  /** The bytes of the built `.so`. */
  readonly elf: Uint8Array;
}

/** A deployed program. */
export interface Deployment {
  readonly programId: Address;
  /** The account that holds the program's bytes and its upgrade authority. */
  readonly programData: Address;
  /** Number of transactions. */
  readonly transactions: number;
}

/**
 * Deploys a program as a developer would: through the upgradeable loader, in real transactions. Advances two slots at the end, because a
 * program can be called from the slot after its deployment.
 *
 * @throws {LedgerSetupError} when the payer lacks lamports or the loader refuses the program
 */
export function deployProgram(ledger: LocalLedger, input: DeploymentInput): Deployment {
  const { payer, programKey, elf } = input;
  const bufferKey = bufferKeyOf(programKey);
  const [authority, program, buffer] = [addressOf(payer), addressOf(programKey), addressOf(bufferKey)];
  const bufferBytes = BUFFER_HEADER_BYTES + elf.length;
  ledger.send(
    [payer, bufferKey],
    [
      createAccountInstruction({
        payer: authority,
        account: buffer,
        lamports: ledger.minimumRent(bufferBytes),
        dataBytes: bufferBytes,
        owner: UPGRADEABLE_LOADER,
      }),
      initializeBufferInstruction({ buffer, authority }),
    ],
  );
  const chunks = Math.ceil(elf.length / CHUNK_BYTES);
  for (let index = 0; index < chunks; index++) {
    const offset = index * CHUNK_BYTES;
    ledger.send([payer], [writeBufferInstruction({ buffer, authority, offset, chunk: elf.subarray(offset, offset + CHUNK_BYTES) })]);
  }
  const programData = programAddress([program], UPGRADEABLE_LOADER);
  ledger.send(
    [payer, programKey],
    [
      createAccountInstruction({
        payer: authority,
        account: program,
        lamports: ledger.minimumRent(PROGRAM_ACCOUNT_BYTES),
        dataBytes: PROGRAM_ACCOUNT_BYTES,
        owner: UPGRADEABLE_LOADER,
      }),
      deployProgramInstruction({ payer: authority, programData, program, buffer, authority, maxDataBytes: elf.length }),
    ],
  );
  ledger.advanceSlots(2);
  return { programId: program, programData, transactions: chunks + 2 };
}

/** The deployment empties the buffer, so its key is needed only here. */
function bufferKeyOf(programKey: SecretKey): SecretKey {
  const { secretKey, publicKey } = ed25519.keygen(sha256(programKey));
  return Uint8Array.from([...secretKey, ...publicKey]);
}
