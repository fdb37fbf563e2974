// Rewrites optimised LLVM IR so that the upstream BPF back end accepts it for SBF. Everything here lowers one instruction to 64-bit
// arithmetic. A form that is missed ends as an error of llc or of the linker (an undefined symbol), never as other code. The tests of
// toolchain-check (host against chain) cover every change made here.
import { Emitter } from './emitter.mjs';
import { readArgument, readSignature } from './text.mjs';
import { divideSigned, multiplyChecked, multiplySignedChecked, multiplyWide, multiplyWideChecked, shiftWide } from './wide-arithmetic.mjs';

/** LLVM expands memory operations of a constant size up to this many bytes inline. */
const INLINE_BYTES = 128;

const MEMORY = /^\s*(?:tail |musttail |notail )?call void @llvm\.(memcpy|memmove|memset)(?:\.inline)?\.p0(?:\.p0)?\.i(64|32)\(/;
const MULTIPLY_WIDE = /^\s*(%\S+) = mul (?:nuw |nsw )*i128 ([^,]+), ([^,\s]+)/;
const SHIFT_WIDE = /^\s*(%\S+) = (shl|lshr|ashr) (?:nuw |nsw |exact )*i128 ([^,]+), (%[^,\s]+)/;
const MULTIPLY_CHECKED = /^\s*(%\S+) = (?:tail |notail )?call (?:[a-z]+ )*\{ i(64|128), i1 \} @llvm\.(u|s)mul\.with\.overflow\.i\d+\(/;
const DIVIDE_SIGNED = /^\s*(%\S+) = (sdiv|srem) (?:exact )?(i8|i16|i32|i64) ([^,]+), ([^,\s]+)/;

const DECLARATIONS = { memmove: '(ptr, ptr, i64)', memset: '(ptr, i8, i64)' };

/** Each rule answers whether it has emitted something in the line's place. */
const RULES = [lowerMemory, lowerMultiplyWide, lowerShiftWide, lowerMultiplyChecked, lowerDivideSigned];

function valuesOf(line) {
  return readSignature(line).args.map((argument) => readArgument(argument).value);
}

/** Memory operations of unknown or large size become syscalls. */
function lowerMemory(line, emit, used) {
  const match = MEMORY.exec(line);
  if (match === null) return false;
  const [, operation, bits] = match;
  const [target, source, length] = valuesOf(line);
  if (/^\d+$/.test(length) && Number(length) <= INLINE_BYTES) return false;
  // sol_memcpy_ refuses equal pointers, which LLVM may emit; sol_memmove_ costs the same.
  const syscall = operation === 'memset' ? 'memset' : 'memmove';
  used.add(syscall);
  const length64 = bits === '32' ? emit.value(`zext i32 ${length} to i64`) : length;
  const sourceType = syscall === 'memset' ? 'i8' : 'ptr';
  emit.raw(`${emit.indent}call void @sol_${syscall}_(ptr ${target}, ${sourceType} ${source}, i64 ${length64})`);
  return true;
}

function lowerMultiplyWide(line, emit) {
  const match = MULTIPLY_WIDE.exec(line);
  if (match === null) return false;
  const [, name, a, b] = match;
  multiplyWide(emit, a, b, name);
  return true;
}

function lowerShiftWide(line, emit) {
  const match = SHIFT_WIDE.exec(line);
  if (match === null) return false;
  const [, name, operation, value, amount] = match;
  shiftWide(emit, operation, value, amount, name);
  return true;
}

function lowerMultiplyChecked(line, emit) {
  const match = MULTIPLY_CHECKED.exec(line);
  if (match === null) return false;
  const [, name, bits, sign] = match;
  if (bits === '128' && sign === 's') return false;
  const [a, b] = valuesOf(line);
  if (bits === '128') {
    multiplyWideChecked(emit, a, b, name);
    return true;
  }
  const multiply = sign === 'u' ? multiplyChecked : multiplySignedChecked;
  const { product, overflows } = multiply(emit, a, b);
  emit.pair('i64', product, overflows, name);
  return true;
}

function lowerDivideSigned(line, emit) {
  const match = DIVIDE_SIGNED.exec(line);
  if (match === null) return false;
  const [, name, operation, type, a, b] = match;
  divideSigned(emit, operation, type, a, b, name);
  return true;
}

/** The back end refuses the attribute `sret`, although a plain pointer argument is all that is needed. */
function dropStructReturns(ir) {
  return ir.replace(/\s+sret\([^()]*(\([^()]*\)[^()]*)*\)/g, '');
}

export function lower(ir) {
  const emit = new Emitter();
  const used = new Set();
  for (const line of dropStructReturns(ir).split('\n')) {
    emit.indent = /^\s*/.exec(line)[0];
    if (!RULES.some((rule) => rule(line, emit, used))) emit.raw(line);
  }
  const text = emit.lines.join('\n');
  for (const syscall of used) {
    const isDeclared = new RegExp(`^(declare|define)[^\\n]*@sol_${syscall}_\\(`, 'm').test(text);
    if (!isDeclared) emit.raw(`declare void @sol_${syscall}_${DECLARATIONS[syscall]}`);
  }
  return emit.lines.join('\n');
}
