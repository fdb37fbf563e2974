// Which sections the program needs, and where they go: in the file and in the memory of the machine.

/** Address at which SBPF maps the code. */
export const PROGRAM_REGION = 0x1_0000_0000n;

const HEADER_LENGTH = 64;
const PROGRAM_HEADER_LENGTH = 56;
/** Sections start at multiples of an instruction. */
const INSTRUCTION_LENGTH = 8;
/** Constants are mapped at address 0: the first bytes stay unused, so that no reference is null. */
const UNUSED_BYTES = 16;

export function align(value, alignment) {
  return Math.ceil(value / alignment) * alignment;
}

/** Text for who reads the file: no code refers to it. */
const SECURITY_TEXT = '.security.txt';

/** Every section that can be reached by relocations from one of `roots`. */
function reachable(roots) {
  const found = new Set();
  const waiting = [...roots];
  while (waiting.length > 0) {
    const section = waiting.pop();
    if (found.has(section)) continue;
    found.add(section);
    for (const { symbol } of section.relocations) {
      if (!symbol.isUndefined && symbol.section !== undefined) waiting.push(symbol.section);
    }
  }
  return found;
}

function checkConstant(section) {
  const isRelocatedConstant = section.name.startsWith('.data.rel.ro');
  if (section.isZeros || (section.isWritable && !isRelocatedConstant)) {
    throw new Error(`writable section ${section.name}: mutable statics are not supported on chain`);
  }
}

/** Puts sections one after the other; answers the length of all. */
function place(sections, minAlignment, start) {
  let position = start;
  for (const section of sections) {
    position = align(position, Math.max(section.alignment, minAlignment));
    section.position = position;
    position += section.size;
  }
  return align(position, INSTRUCTION_LENGTH);
}

/** Constants at address 0, code in its region; in the file the constants come first. */
export function layOut({ sections, symbols }, entryName) {
  const entry = symbols.find((symbol) => symbol.name === entryName && !symbol.isUndefined);
  if (entry === undefined) throw new Error(`undefined entry symbol ${entryName}`);
  const live = reachable([entry.section, ...sections.filter(({ name }) => name === SECURITY_TEXT)]);
  const needed = sections.filter((section) => live.has(section) && section.isAllocated);
  const code = needed.filter((section) => section.isExecutable);
  const constants = needed.filter((section) => !section.isExecutable);
  constants.forEach(checkConstant);
  code.sort((a, b) => Number(b === entry.section) - Number(a === entry.section));

  const codeLength = place(code, INSTRUCTION_LENGTH, 0);
  const constantsLength = constants.length > 0 ? place(constants, INSTRUCTION_LENGTH, UNUSED_BYTES) : 0;
  const headers = HEADER_LENGTH + PROGRAM_HEADER_LENGTH * (constantsLength > 0 ? 2 : 1);
  const codeOffset = headers + constantsLength;
  const bytes = Buffer.alloc(headers + codeLength + constantsLength);
  for (const section of needed) {
    const [offset, address] = section.isExecutable ? [codeOffset, PROGRAM_REGION] : [headers, 0n];
    section.fileOffset = offset + section.position;
    section.address = address + BigInt(section.position);
    section.data.copy(bytes, section.fileOffset);
  }
  return {
    bytes,
    sections: [...code, ...constants],
    code: { offset: codeOffset, length: codeLength, address: PROGRAM_REGION },
    constants: { offset: headers, length: constantsLength },
    entryAddress: entry.section.address + BigInt(entry.value),
  };
}
