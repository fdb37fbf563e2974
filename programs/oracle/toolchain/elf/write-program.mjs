// SBPF v3: segments only. Constants (if any) read-only at address 0, code executable in its region; no sections, no
// relocations.
import { PROGRAM_REGION } from './layout.mjs';
import { EXECUTABLE, READABLE, SEGMENT_LOAD, writeHeader, writeSegment } from './headers.mjs';

const SBPF_VERSION = 3;

export function writeProgram({ bytes, code, constants, entryAddress }) {
  const segments = [{ type: SEGMENT_LOAD, flags: EXECUTABLE, offset: code.offset, address: PROGRAM_REGION, length: code.length }];
  if (constants.length > 0) {
    segments.unshift({ type: SEGMENT_LOAD, flags: READABLE, offset: constants.offset, address: 0n, length: constants.length });
  }
  writeHeader(bytes, { entry: entryAddress, flags: SBPF_VERSION, segmentCount: segments.length });
  segments.forEach((segment, index) => writeSegment(bytes, index, segment));
  return bytes;
}
