// SBPF v0: exactly one .text, section addresses equal to file offsets, and a dynamic relocation for every call of a
// syscall. Addresses of constants are written directly, with the program's region.
import {
  EXECUTABLE,
  READABLE,
  SECTION_HEADER_LENGTH,
  SEGMENT_DYNAMIC,
  SEGMENT_LOAD,
  WRITABLE,
  writeHeader,
  writeSection,
  writeSegment,
} from './headers.mjs';
import { align, PROGRAM_REGION } from './layout.mjs';

const VERSION_FLAGS = 0;
const PAGE = 4096;

const TYPE_PROGRAM_BITS = 1;
const TYPE_STRINGS = 3;
const TYPE_DYNAMIC = 6;
const TYPE_RELOCATIONS = 9;
const TYPE_DYNAMIC_SYMBOLS = 11;
const FLAG_WRITE = 1;
const FLAG_ALLOCATED = 2;
const FLAG_EXECUTABLE = 4;

const SYMBOL_LENGTH = 24;
const RELOCATION_LENGTH = 16;
const DYNAMIC_LENGTH = 16;
const GLOBAL_SYMBOL = 0x10;
const RELOCATE_SYSCALL = 10;

const TAG_END = 0;
const TAG_STRINGS = 5;
const TAG_SYMBOLS = 6;
const TAG_STRINGS_LENGTH = 10;
const TAG_SYMBOL_LENGTH = 11;
const TAG_RELOCATIONS = 17;
const TAG_RELOCATIONS_LENGTH = 18;
const TAG_RELOCATION_LENGTH = 19;
const TAG_FLAGS = 30;
const FLAG_TEXT_RELOCATIONS = 4;

/** Zero-terminated strings, and the offset of each. */
function stringTable(strings) {
  let text = '\0';
  const offsets = strings.map((string) => {
    const offset = text.length;
    text += `${string}\0`;
    return offset;
  });
  return { bytes: Buffer.from(text, 'latin1'), offsets };
}

/** The first symbol is the null symbol. */
function symbolTable(nameOffsets) {
  const table = Buffer.alloc(SYMBOL_LENGTH * (nameOffsets.length + 1));
  nameOffsets.forEach((nameOffset, index) => {
    const at = SYMBOL_LENGTH * (index + 1);
    table.writeUInt32LE(nameOffset, at);
    table[at + 4] = GLOBAL_SYMBOL;
  });
  return table;
}

function relocationTable(syscalls, names) {
  const table = Buffer.alloc(RELOCATION_LENGTH * syscalls.length);
  syscalls.forEach(({ offset, name }, index) => {
    const at = RELOCATION_LENGTH * index;
    table.writeBigUInt64LE(BigInt(offset), at);
    table.writeUInt32LE(RELOCATE_SYSCALL, at + 8);
    table.writeUInt32LE(names.indexOf(name) + 1, at + 12);
  });
  return table;
}

/** The tables after the program and their places in the file. */
function dynamicTables(start, syscalls) {
  const names = [...new Set(syscalls.map(({ name }) => name))];
  const strings = stringTable(names);
  const symbols = symbolTable(strings.offsets);
  const relocations = relocationTable(syscalls, names);
  const hasRelocations = relocations.length > 0;
  const entryCount = hasRelocations ? 9 : 5;
  const symbolsOffset = start + entryCount * DYNAMIC_LENGTH;
  const stringsOffset = symbolsOffset + symbols.length;
  const stringsLength = align(strings.bytes.length, 8);
  const relocationsOffset = stringsOffset + stringsLength;
  const relocationEntries = [
    [TAG_FLAGS, FLAG_TEXT_RELOCATIONS],
    [TAG_RELOCATIONS, relocationsOffset],
    [TAG_RELOCATIONS_LENGTH, relocations.length],
    [TAG_RELOCATION_LENGTH, RELOCATION_LENGTH],
  ];
  const entries = [
    ...(hasRelocations ? relocationEntries : []),
    [TAG_SYMBOLS, symbolsOffset],
    [TAG_SYMBOL_LENGTH, SYMBOL_LENGTH],
    [TAG_STRINGS, stringsOffset],
    [TAG_STRINGS_LENGTH, strings.bytes.length],
    [TAG_END, 0],
  ];
  const dynamic = Buffer.alloc(entryCount * DYNAMIC_LENGTH);
  entries.forEach(([tag, value], index) => {
    dynamic.writeBigUInt64LE(BigInt(tag), DYNAMIC_LENGTH * index);
    dynamic.writeBigUInt64LE(BigInt(value), DYNAMIC_LENGTH * index + 8);
  });
  return {
    dynamic: { bytes: dynamic, offset: start, length: dynamic.length },
    symbols: { bytes: symbols, offset: symbolsOffset, length: symbols.length },
    strings: { bytes: strings.bytes, offset: stringsOffset, length: strings.bytes.length },
    relocations: { bytes: relocations, offset: relocationsOffset, length: relocations.length },
    end: relocationsOffset + relocations.length,
  };
}

function sectionList({ code, constants }, tables) {
  const list = [{ name: '', type: 0, flags: 0, offset: 0, length: 0, alignment: 0 }];
  const add = (name, type, flags, { offset, length }, more = {}) => list.push({ name, type, flags, offset, length, ...more });
  add('.text', TYPE_PROGRAM_BITS, FLAG_ALLOCATED | FLAG_EXECUTABLE, code);
  if (constants.length > 0) add('.rodata', TYPE_PROGRAM_BITS, FLAG_ALLOCATED, constants);
  const dynamic = list.length;
  const symbols = dynamic + 1;
  const strings = dynamic + 2;
  add('.dynamic', TYPE_DYNAMIC, FLAG_ALLOCATED | FLAG_WRITE, tables.dynamic, { link: strings, entryLength: DYNAMIC_LENGTH });
  add('.dynsym', TYPE_DYNAMIC_SYMBOLS, FLAG_ALLOCATED, tables.symbols, { link: strings, info: 1, entryLength: SYMBOL_LENGTH });
  add('.dynstr', TYPE_STRINGS, FLAG_ALLOCATED, tables.strings);
  if (tables.relocations.length > 0) {
    add('.rel.dyn', TYPE_RELOCATIONS, FLAG_ALLOCATED, tables.relocations, { link: symbols, entryLength: RELOCATION_LENGTH });
  }
  return list;
}

function segmentList({ code, constants }, tables) {
  const load = (flags, { offset, length }) => ({ type: SEGMENT_LOAD, flags, offset, address: offset, length, alignment: PAGE });
  const data = { offset: tables.dynamic.offset, length: tables.end - tables.dynamic.offset };
  const { offset, length } = tables.dynamic;
  return [
    load(READABLE | EXECUTABLE, code),
    ...(constants.length > 0 ? [load(READABLE, constants)] : []),
    load(READABLE | WRITABLE, data),
    { type: SEGMENT_DYNAMIC, flags: READABLE | WRITABLE, offset, address: offset, length },
  ];
}

export function writeV0(image, syscalls) {
  const tables = dynamicTables(image.bytes.length, syscalls);
  const sections = sectionList(image, tables);
  const names = stringTable([...sections.slice(1).map(({ name }) => name), '.shstrtab']);
  const nameSection = { type: TYPE_STRINGS, flags: 0, offset: tables.end, length: names.bytes.length };
  const headersOffset = align(tables.end + names.bytes.length, 8);
  const count = sections.length + 1;

  const file = Buffer.alloc(headersOffset + SECTION_HEADER_LENGTH * count);
  image.bytes.copy(file);
  for (const { bytes, offset } of [tables.dynamic, tables.symbols, tables.strings, tables.relocations]) bytes.copy(file, offset);
  names.bytes.copy(file, tables.end);
  [...sections, nameSection].forEach((section, index) => {
    const nameOffset = index === 0 ? 0 : names.offsets[index - 1];
    const isMapped = (section.flags & FLAG_ALLOCATED) !== 0;
    writeSection(file, headersOffset + SECTION_HEADER_LENGTH * index, { ...section, nameOffset, isMapped });
  });
  const segments = segmentList(image, tables);
  // In v0 the header's addresses are file offsets; only absolute pointers inside the program carry the region.
  writeHeader(file, {
    entry: image.entryAddress - PROGRAM_REGION,
    flags: VERSION_FLAGS,
    segmentCount: segments.length,
    sections: { offset: headersOffset, count },
  });
  segments.forEach((segment, index) => writeSegment(file, index, segment));
  return file;
}
