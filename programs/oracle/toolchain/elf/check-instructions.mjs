// Lets pass only instructions that mean the same in upstream BPF (v2) and in SBPF v3. In particular no 32-bit
// arithmetic (SBPF sign-extends add32, sub32 and mul32, upstream zero-extends), no 32-bit jumps, no atomics, no signed
// division (upstream v4: the offset field, which SBPF ignores), no sign-extending moves or loads.
const INSTRUCTION_LENGTH = 8;

const CLASS_LOAD = 1;
const CLASS_ALU32 = 4;
const CLASS_JUMP = 5;
const CLASS_ALU64 = 7;
const FROM_REGISTER = 8;

const LOAD_IMMEDIATE = 0x18;
const CALL = 0x85;
const CALL_REGISTER = 0x8d;
const EXIT = 0x95;
const FRAME_POINTER = 10;

const LOADS_AND_STORES = [0x61, 0x69, 0x71, 0x79, 0x62, 0x6a, 0x72, 0x7a, 0x63, 0x6b, 0x73, 0x7b];
const BYTE_SWAPS = [0xd4, 0xdc];
const JUMP_ALWAYS = 0x05;
const NEGATE = 0x87;
const CONDITIONAL_JUMPS = [0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0xa0, 0xb0, 0xc0, 0xd0];
const ALU_OPERATIONS = [0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0x90, 0xa0, 0xb0, 0xc0];

function both(operations, instructionClass) {
  return operations.flatMap((operation) => [operation | instructionClass, operation | instructionClass | FROM_REGISTER]);
}

const ALLOWED = new Set([
  LOAD_IMMEDIATE,
  CALL,
  CALL_REGISTER,
  EXIT,
  JUMP_ALWAYS,
  NEGATE,
  ...LOADS_AND_STORES,
  ...BYTE_SWAPS,
  ...both(CONDITIONAL_JUMPS, CLASS_JUMP),
  ...both(ALU_OPERATIONS, CLASS_ALU64),
]);

function hasNoOffset(opcode) {
  return [CLASS_ALU64, CLASS_ALU32].includes(opcode & 7) || [EXIT, CALL, CALL_REGISTER, LOAD_IMMEDIATE].includes(opcode);
}

function check(opcode, offset, target, place) {
  const shown = `instruction 0x${opcode.toString(16)} at code+${place}`;
  if (!ALLOWED.has(opcode)) {
    throw new Error(`${shown} is outside the common subset of BPF v2 and SBPF: build everything with -C target-cpu=v2`);
  }
  if (hasNoOffset(opcode) && offset !== 0) throw new Error(`${shown} has an offset field: not BPF v2`);
  const writesTarget = [CLASS_ALU64, CLASS_LOAD].includes(opcode & 7);
  if (writesTarget && target === FRAME_POINTER) throw new Error(`${shown} writes the frame pointer`);
}

/** Checks every instruction. */
export function checkInstructions({ bytes, code }) {
  const end = code.offset + code.length;
  for (let at = code.offset; at < end; at += INSTRUCTION_LENGTH) {
    const opcode = bytes[at];
    const target = bytes[at + 1] & 15;
    check(opcode, bytes.readInt16LE(at + 2), target, at - code.offset);
    // The second half of lddw is no instruction of its own.
    if (opcode === LOAD_IMMEDIATE) at += INSTRUCTION_LENGTH;
  }
}
