// Fills in addresses, calls and syscalls.
import { syscallHash, syscallOf } from './syscalls.mjs';

const TYPE_LOAD_IMMEDIATE = 1;
const TYPE_ABSOLUTE = 2;
const TYPE_CALL = 10;
const INSTRUCTION_LENGTH = 8n;

/** The source register of a call tells its kind. */
const CALL_INTERNAL = 0x10;

function addressOf(symbol, section) {
  if (symbol.isUndefined) throw new Error(`address of undefined symbol ${symbol.name} taken in ${section.name}`);
  if (symbol.section?.address === undefined) throw new Error(`no address for ${symbol.name}`);
  return symbol.section.address + BigInt(symbol.value);
}

function setCallKind(bytes, at, kind) {
  bytes[at + 1] = (bytes[at + 1] & 0x0f) | kind;
}

/** lddw: the immediate is split over two instructions. */
function loadImmediate(bytes, at, address) {
  const addend = BigInt(bytes.readUInt32LE(at + 4)) | (BigInt(bytes.readUInt32LE(at + 12)) << 32n);
  const value = address + addend;
  bytes.writeUInt32LE(Number(value & 0xffffffffn), at + 4);
  bytes.writeUInt32LE(Number(value >> 32n), at + 12);
}

/** Internal calls count instructions from the one after the call. */
function callFunction({ bytes, code }, at, target) {
  const counter = code.address + BigInt(at - code.offset);
  const addend = BigInt(bytes.readInt32LE(at + 4) + 1) * INSTRUCTION_LENGTH;
  setCallKind(bytes, at, CALL_INTERNAL);
  bytes.writeInt32LE(Number((target + addend - counter) / INSTRUCTION_LENGTH) - 1, at + 4);
}

/** A syscall is named by its hash. */
function callSyscall({ bytes }, at, name) {
  setCallKind(bytes, at, 0);
  bytes.writeUInt32LE(syscallHash(name), at + 4);
}

export function relocate(image) {
  for (const section of image.sections) {
    for (const { offset, type, symbol } of section.relocations) {
      const at = section.fileOffset + offset;
      if (type === TYPE_LOAD_IMMEDIATE) {
        loadImmediate(image.bytes, at, addressOf(symbol, section));
      } else if (type === TYPE_ABSOLUTE) {
        image.bytes.writeBigUInt64LE(addressOf(symbol, section) + image.bytes.readBigUInt64LE(at), at);
      } else if (type === TYPE_CALL && symbol.isUndefined) {
        callSyscall(image, at, syscallOf(symbol.name));
      } else if (type === TYPE_CALL) {
        callFunction(image, at, addressOf(symbol, section));
      } else {
        throw new Error(`unsupported relocation type ${type} in ${section.name}`);
      }
    }
  }
}
