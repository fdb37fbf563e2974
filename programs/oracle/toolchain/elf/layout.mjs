// Which sections the program needs, and where they go: in the file and in the memory of the machine.

/** Where SBPF maps the program: the region of the code, and in v0 also of the constants after it. */
export const PROGRAM_REGION = 0x1_0000_0000n;

const HEADER_LENGTH = 64;
const PROGRAM_HEADER_LENGTH = 56;
/** Sections start at multiples of an instruction. */
const INSTRUCTION_LENGTH = 8;
/** v3 maps constants at address 0: the first bytes stay unused, so that no reference is null. */
const V3_UNUSED_BYTES = 16;

export const align = (value, alignment) => Math.ceil(value / alignment) * alignment;

/** Every section that can be reached from the entry point by relocations. */
function reachable(entrySection) {
  const found = new Set();
  const waiting = [entrySection];
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

/**
 * v0: code, then constants, at their file offsets in one region. v3: constants at address 0, code in its region; in the
 * file the constants come first.
 */
export function layOut({ sections, symbols }, entryName, version) {
  const entry = symbols.find((symbol) => symbol.name === entryName && !symbol.isUndefined);
  if (entry === undefined) throw new Error(`undefined entry symbol ${entryName}`);
  const live = reachable(entry.section);
  const needed = sections.filter((section) => live.has(section) && section.isAllocated);
  const code = needed.filter((section) => section.isExecutable);
  const constants = needed.filter((section) => !section.isExecutable);
  constants.forEach(checkConstant);
  code.sort((a, b) => Number(b === entry.section) - Number(a === entry.section));

  const isV3 = version === 'v3';
  const codeLength = place(code, INSTRUCTION_LENGTH, 0);
  const constantsLength = constants.length > 0 ? place(constants, INSTRUCTION_LENGTH, isV3 ? V3_UNUSED_BYTES : 0) : 0;
  const segments = isV3 ? 1 : 3;
  const headers = HEADER_LENGTH + PROGRAM_HEADER_LENGTH * (segments + (constantsLength > 0 ? 1 : 0));
  const codeOffset = isV3 ? headers + constantsLength : headers;
  const constantsOffset = isV3 ? headers : headers + codeLength;
  const codeAddress = isV3 ? PROGRAM_REGION : PROGRAM_REGION + BigInt(codeOffset);
  const constantsAddress = isV3 ? 0n : PROGRAM_REGION + BigInt(constantsOffset);
  const bytes = Buffer.alloc(headers + codeLength + constantsLength);
  for (const section of needed) {
    const [offset, address] = section.isExecutable ? [codeOffset, codeAddress] : [constantsOffset, constantsAddress];
    section.fileOffset = offset + section.position;
    section.address = address + BigInt(section.position);
    section.data.copy(bytes, section.fileOffset);
  }
  return {
    version,
    bytes,
    sections: [...code, ...constants],
    code: { offset: codeOffset, length: codeLength, address: codeAddress },
    constants: { offset: constantsOffset, length: constantsLength },
    entryAddress: entry.section.address + BigInt(entry.value),
  };
}
