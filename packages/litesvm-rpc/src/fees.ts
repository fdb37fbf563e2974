import { formatAddress } from './address.js';
import type { WireInstruction, WireMessage } from './wire-transaction.js';

export const LAMPORTS_PER_SIGNATURE = 5_000n;
const DEFAULT_UNITS_PER_INSTRUCTION = 200_000n;
/** Default compute units of an instruction of a builtin program (SIMD-0170). */
const DEFAULT_UNITS_PER_BUILTIN = 3_000n;
const MAX_UNITS = 1_400_000n;
const MICRO_LAMPORTS_PER_LAMPORT = 1_000_000n;

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
const SET_UNIT_LIMIT = 2;
const SET_UNIT_PRICE = 3;

/** Precompiles: each signature that they verify costs as much as a signature of the transaction. Their first data byte is the count. */
const SIGNATURE_PRECOMPILES = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]);
const BUILTINS = new Set([
  COMPUTE_BUDGET,
  '11111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'Vote111111111111111111111111111111111111111',
]);

/** Lamports of the fee: signatures, plus compute unit limit × price, rounded up. */
export function transactionFee(message: WireMessage): bigint {
  const instructions = programsOf(message);
  const precompileSignatures = instructions
    .filter(({ program }) => SIGNATURE_PRECOMPILES.has(program))
    .reduce((sum, { instruction }) => sum + (instruction.data[0] ?? 0), 0);
  const price = budgetValue(instructions, SET_UNIT_PRICE, 8) ?? 0n;
  const signatures = BigInt(message.requiredSignatures + precompileSignatures);
  const offered = unitLimit(instructions) * price;
  return signatures * LAMPORTS_PER_SIGNATURE + (offered + MICRO_LAMPORTS_PER_LAMPORT - 1n) / MICRO_LAMPORTS_PER_LAMPORT;
}

/** Compute units that a transaction asks for: its limit, or the default of its instructions. */
export function requestedUnits(message: WireMessage): bigint {
  return unitLimit(programsOf(message));
}

interface CalledProgram {
  readonly instruction: WireInstruction;
  readonly program: string;
}

function programsOf(message: WireMessage): readonly CalledProgram[] {
  return message.instructions.map((instruction) => ({ instruction, program: programOf(message, instruction) }));
}

function unitLimit(called: readonly CalledProgram[]): bigint {
  const limit = budgetValue(called, SET_UNIT_LIMIT, 4) ?? defaultLimit(called.map(({ program }) => program));
  return limit < MAX_UNITS ? limit : MAX_UNITS;
}

function programOf(message: WireMessage, { programIndex }: WireInstruction): string {
  const key = message.staticKeys[programIndex];
  return key === undefined ? '' : formatAddress(key);
}

function budgetValue(instructions: readonly CalledProgram[], tag: number, byteLength: 4 | 8): bigint | undefined {
  const found = instructions.find(
    ({ program, instruction: { data } }) => program === COMPUTE_BUDGET && data[0] === tag && data.length === 1 + byteLength,
  );
  if (found === undefined) return undefined;
  const { data } = found.instruction;
  const view = new DataView(data.buffer, data.byteOffset + 1, byteLength);
  return byteLength === 4 ? BigInt(view.getUint32(0, true)) : view.getBigUint64(0, true);
}

function defaultLimit(programs: readonly string[]): bigint {
  return programs
    .filter((program) => !SIGNATURE_PRECOMPILES.has(program))
    .reduce((sum, program) => sum + (BUILTINS.has(program) ? DEFAULT_UNITS_PER_BUILTIN : DEFAULT_UNITS_PER_INSTRUCTION), 0n);
}
