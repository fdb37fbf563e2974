// Reads a relocatable BPF object.
const EM_BPF = 247;
const ET_REL = 1;
const SECTION_HEADER_LENGTH = 64;
const SYMBOL_LENGTH = 24;
const RELOCATION_LENGTH = 16;
const TYPE_SYMBOLS = 2;
const TYPE_NO_BITS = 8;
const TYPE_RELOCATIONS = 9;
const FLAG_WRITE = 1n;
const FLAG_ALLOCATED = 2n;
const FLAG_EXECUTABLE = 4n;
/** Section numbers from here on have a special meaning. */
const FIRST_RESERVED_SECTION = 0xff00;

function u64(buffer, offset) {
  return Number(buffer.readBigUInt64LE(offset));
}
function textAt(buffer, offset) {
  return buffer.toString('latin1', offset, buffer.indexOf(0, offset));
}

function readSection(file, offset) {
  const type = file.readUInt32LE(offset + 4);
  const flags = file.readBigUInt64LE(offset + 8);
  const start = u64(file, offset + 24);
  const size = u64(file, offset + 32);
  return {
    nameOffset: file.readUInt32LE(offset),
    type,
    start,
    size,
    link: file.readUInt32LE(offset + 40),
    info: file.readUInt32LE(offset + 44),
    alignment: Math.max(1, u64(file, offset + 48)),
    isAllocated: (flags & FLAG_ALLOCATED) !== 0n,
    isExecutable: (flags & FLAG_EXECUTABLE) !== 0n,
    isWritable: (flags & FLAG_WRITE) !== 0n,
    isZeros: type === TYPE_NO_BITS,
    data: type === TYPE_NO_BITS ? Buffer.alloc(size) : Buffer.from(file.subarray(start, start + size)),
    relocations: [],
  };
}

function readSymbols(sections) {
  const table = sections.find((section) => section.type === TYPE_SYMBOLS);
  const names = sections[table.link].data;
  return Array.from({ length: table.size / SYMBOL_LENGTH }, (_, index) => {
    const offset = index * SYMBOL_LENGTH;
    const sectionNumber = table.data.readUInt16LE(offset + 6);
    return {
      name: textAt(names, table.data.readUInt32LE(offset)),
      value: u64(table.data, offset + 8),
      isUndefined: sectionNumber === 0,
      section: sectionNumber < FIRST_RESERVED_SECTION ? sections[sectionNumber] : undefined,
    };
  });
}

/** Sections with their relocations, and the symbols. */
export function readObject(file) {
  if (file.readUInt32BE(0) !== 0x7f454c46) throw new Error('not an ELF file');
  if (file.readUInt16LE(16) !== ET_REL || file.readUInt16LE(18) !== EM_BPF) throw new Error('not a relocatable BPF object');
  const headers = u64(file, 40);
  const count = file.readUInt16LE(60);
  const sections = Array.from({ length: count }, (_, index) => readSection(file, headers + index * SECTION_HEADER_LENGTH));
  const names = sections[file.readUInt16LE(62)].data;
  for (const section of sections) section.name = textAt(names, section.nameOffset);
  const symbols = readSymbols(sections);
  for (const section of sections) {
    if (section.type !== TYPE_RELOCATIONS) continue;
    for (let offset = 0; offset < section.size; offset += RELOCATION_LENGTH) {
      sections[section.info].relocations.push({
        offset: u64(section.data, offset),
        type: section.data.readUInt32LE(offset + 8),
        symbol: symbols[section.data.readUInt32LE(offset + 12)],
      });
    }
  }
  return { sections, symbols };
}
