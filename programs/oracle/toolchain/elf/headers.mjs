// ELF headers as Solana's loader reads them.
const EM_BPF = 247;
const ET_DYN = 3;

export const SEGMENT_LOAD = 1;
export const SEGMENT_DYNAMIC = 2;
export const EXECUTABLE = 1;
export const WRITABLE = 2;
export const READABLE = 4;

const HEADER_LENGTH = 64;
const SEGMENT_LENGTH = 56;
const SECTION_LENGTH = 64;

/** `flags` holds the SBPF version. */
export function writeHeader(file, { entry, flags, segmentCount, sections }) {
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
  if (sections === undefined) return;
  file.writeBigUInt64LE(BigInt(sections.offset), 40);
  file.writeUInt16LE(SECTION_LENGTH, 58);
  file.writeUInt16LE(sections.count, 60);
  file.writeUInt16LE(sections.count - 1, 62);
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

/** A section's address is its file offset; only those that the loader maps have one. */
export function writeSection(
  file,
  at,
  { nameOffset, type, flags, offset, length, link = 0, info = 0, entryLength = 0, alignment = 8, isMapped },
) {
  file.writeUInt32LE(nameOffset, at);
  file.writeUInt32LE(type, at + 4);
  file.writeBigUInt64LE(BigInt(flags), at + 8);
  file.writeBigUInt64LE(BigInt(isMapped ? offset : 0), at + 16);
  file.writeBigUInt64LE(BigInt(offset), at + 24);
  file.writeBigUInt64LE(BigInt(length), at + 32);
  file.writeUInt32LE(link, at + 40);
  file.writeUInt32LE(info, at + 44);
  file.writeBigUInt64LE(BigInt(alignment), at + 48);
  file.writeBigUInt64LE(BigInt(entryLength), at + 56);
}

export const SECTION_HEADER_LENGTH = SECTION_LENGTH;
