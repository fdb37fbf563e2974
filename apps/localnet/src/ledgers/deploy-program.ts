import { setTimeout as delay } from 'node:timers/promises';

import type { AdminLedger } from '@oracle-gateway/admin';
import { type StoredAccount, UPGRADEABLE_LOADER } from '@oracle-gateway/ledger';
import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';

import { createSeededAccount, deployBuffer, initialiseBuffer, programDataAddress, seededAddress, writeBuffer } from './instructions.js';
import { send, SetupError } from './send.js';

const BUFFER_HEADER_BYTES = 37;
const PROGRAM_BYTES = 36;
/** State u32, slot u64, authority option: then the program. */
const PROGRAM_DATA_HEADER_BYTES = 45;
/** Bytes that fit into a transaction of 1,232 bytes beside one signature and its keys. */
const CHUNK_BYTES = 900;
/** Writes to a buffer need no order. */
const WRITES_AT_ONCE = 8;
const SEEDS = { program: 'oracle-gateway', buffer: 'oracle-gateway-buffer' } as const;
const FEE_LAMPORTS = 5_000n;
const SLOT_MS = 400;
/** A program can be called from the slot after its deployment. */
const MAX_CHECKS = 100;

/** The address of the administrator's own deployment. */
export function deploymentAddress(administrator: Address): Address {
  return seededAddress({ base: administrator, seed: SEEDS.program, owner: UPGRADEABLE_LOADER });
}

/**
 * Deploys a program at the administrator's own address through the upgradeable loader, unless it exists. Program and
 * buffer are at addresses derived from the administrator's key, so no other key is needed. Throws SetupError.
 */
export async function deployOverRpc(ledger: AdminLedger, elf: Uint8Array, slot: () => Promise<number>): Promise<Address> {
  const { address: authority } = ledger.signer;
  const programId = deploymentAddress(authority);
  const { accounts } = await ledger.readAccounts([programId, programDataAddress(programId), authority], 'confirmed');
  const [program = null, programData = null, payer = null] = accounts;
  if (program !== null) {
    requireSameProgram(programId, programData, elf);
    return programId;
  }
  const buffer = seededAddress({ base: authority, seed: SEEDS.buffer, owner: UPGRADEABLE_LOADER });
  const bufferBytes = BUFFER_HEADER_BYTES + elf.length;
  const [bufferRent, dataRent, programRent] = await Promise.all(
    [bufferBytes, PROGRAM_DATA_HEADER_BYTES + elf.length, PROGRAM_BYTES].map((bytes) => ledger.cluster.minimumRent(bytes)),
  );
  const chunks = Math.ceil(elf.length / CHUNK_BYTES);
  const needed = sum([bufferRent, dataRent, programRent, FEE_LAMPORTS * BigInt(chunks + 2)]);
  const held = payer?.lamports ?? 0n;
  if (held < needed)
    throw new SetupError(`the administrator holds ${held} lamports, and the deployment needs ${needed}: fund the administrator`);
  const [present = null] = (await ledger.readAccounts([buffer], 'confirmed')).accounts;
  if (present === null) {
    const seeded = { base: authority, seed: SEEDS.buffer, owner: UPGRADEABLE_LOADER, lamports: bufferRent ?? 0n, bytes: bufferBytes };
    await send(ledger, createSeededAccount(seeded), initialiseBuffer({ buffer, authority }));
  }
  await writeAll(ledger, buffer, elf);
  const seeded = { base: authority, seed: SEEDS.program, owner: UPGRADEABLE_LOADER, lamports: programRent ?? 0n, bytes: PROGRAM_BYTES };
  await send(ledger, createSeededAccount(seeded), deployBuffer({ authority, programId, buffer, maxBytes: elf.length }));
  await nextSlot(slot);
  return programId;
}

function sum(values: readonly (bigint | undefined)[]): bigint {
  return values.reduce<bigint>((total, value) => total + (value ?? 0n), 0n);
}

function requireSameProgram(programId: Address, programData: StoredAccount | null, elf: Uint8Array): void {
  const deployed = programData?.data.subarray(PROGRAM_DATA_HEADER_BYTES, PROGRAM_DATA_HEADER_BYTES + elf.length);
  if (deployed === undefined || !equalBytes(deployed, elf))
    throw new SetupError(
      `another build of the program is deployed at ${formatAddress(programId)}: upgrade it, or name another with --program-id`,
    );
}

async function writeAll(ledger: AdminLedger, buffer: Address, elf: Uint8Array): Promise<void> {
  const { address: authority } = ledger.signer;
  const offsets = Array.from({ length: Math.ceil(elf.length / CHUNK_BYTES) }, (_, index) => index * CHUNK_BYTES);
  const writeOn = async (): Promise<void> => {
    for (let offset = offsets.shift(); offset !== undefined; offset = offsets.shift()) {
      await send(ledger, writeBuffer({ buffer, authority, offset, chunk: elf.subarray(offset, offset + CHUNK_BYTES) }));
    }
  };
  await Promise.all(Array.from({ length: WRITES_AT_ONCE }, writeOn));
}

async function nextSlot(slot: () => Promise<number>): Promise<void> {
  const first = await slot();
  for (let checks = 0; checks < MAX_CHECKS; checks += 1) {
    if ((await slot()) > first + 1) return;
    await delay(SLOT_MS);
  }
  throw new SetupError('the ledger produces no new slots');
}
