// ELF headers as Solana's loader reads them.
const EM_BPF = 247;
const ET_DYN = 3;

export const SEGMENT_LOAD = 1;
export const EXECUTABLE = 1;
export const READABLE = 4;

const HEADER_LENGTH = 64;
const SEGMENT_LENGTH = 56;

/** `flags` holds the SBPF version. */
export function writeHeader(file, { entry, flags, segmentCount }) {
  file.write('\x7fELF', 0, 'latin1');
  // 64 bits, little-endian, version 1.
  file.set([2, 1, 1], 4);
  file.writeUInt16LE(ET_DYN, 16);
  file.writeUInt16LE(EM_BPF, 18);
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(entry, 24);
  file.writeBigUInt64LE(BigInt(HEADER_LENGTH), 32);
  file.writeUInt32LE(flags, 48);
  file.writeUInt16LE(HEADER_LENGTH, 52);
  file.writeUInt16LE(SEGMENT_LENGTH, 54);
  file.writeUInt16LE(segmentCount, 56);
}

export function writeSegment(file, index, { type, flags, offset, address, length, alignment = 8 }) {
  const at = HEADER_LENGTH + SEGMENT_LENGTH * index;
  file.writeUInt32LE(type, at);
  file.writeUInt32LE(flags, at + 4);
  file.writeBigUInt64LE(BigInt(offset), at + 8);
  file.writeBigUInt64LE(BigInt(address), at + 16);
  file.writeBigUInt64LE(BigInt(address), at + 24);
  file.writeBigUInt64LE(BigInt(length), at + 32);
  file.writeBigUInt64LE(BigInt(length), at + 40);
  file.writeBigUInt64LE(BigInt(alignment), at + 48);
}
