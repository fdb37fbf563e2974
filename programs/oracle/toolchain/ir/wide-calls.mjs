// More than five argument registers: BPF has five. The first arguments stay, the others go through memory of the caller,
// whose address becomes the last argument. Done for every definition and every call, direct or not, so that both sides of
// a call always agree. Needs named values (opt -passes=instnamer).
import { isCall, isDefinition, readArgument, readSignature } from './text.mjs';

const REGISTERS = 5;
/** Registers that stay in use: the fifth holds the address of the rest. */
const KEPT = REGISTERS - 1;

function isDouble(type) {
  return type.startsWith('i128');
}
function registersOf(args) {
  return args.reduce((sum, argument) => sum + (isDouble(argument) ? 2 : 1), 0);
}
function signatureOf(line) {
  return readSignature(line, isDefinition(line) ? line.indexOf('@') : 0);
}

function isWide(line) {
  const signature = signatureOf(line);
  return signature !== null && !signature.callee.startsWith('@llvm.') && registersOf(signature.args) > REGISTERS;
}

export function hasWideCalls(ir) {
  return ir.split('\n').some((line) => (isDefinition(line) || isCall(line)) && isWide(line));
}

/** The arguments that stay in registers, and the arguments that move, with their offsets in the caller's memory. */
function splitArguments(args) {
  let kept = 0;
  while (registersOf(args.slice(0, kept + 1)) <= KEPT) kept++;
  let offset = 0;
  const moved = args.slice(kept).map((argument) => {
    const place = { ...readArgument(argument), offset };
    offset += isDouble(place.type) ? 16 : 8;
    return place;
  });
  return { kept: args.slice(0, kept), moved };
}

function withArguments(line, signature, args) {
  return line.slice(0, signature.open + 1) + args.join(', ') + line.slice(signature.close);
}

/** Collects the lines of the module; knows the function that it is in. */
class Rewriter {
  constructor() {
    this.out = [];
    this.names = 0;
    this.leave();
  }

  enter(line) {
    this.leave();
    let definition = line;
    if (isWide(line)) {
      const signature = signatureOf(line);
      const { kept, moved } = splitArguments(signature.args);
      definition = withArguments(line, signature, [...kept, 'ptr %sbf.wide']);
      for (const { type, value, offset } of moved) {
        this.loads.push(
          `  ${value}.sbfp = getelementptr i8, ptr %sbf.wide, i64 ${offset}`,
          `  ${value} = load ${type}, ptr ${value}.sbfp, align 8`,
        );
      }
    }
    this.out.push(definition);
    this.entry = this.out.length;
  }

  leave() {
    this.entry = null;
    this.loads = [];
    this.memory = 0;
  }

  /** The end of a function: its loads, and the memory for its calls, belong at its beginning. */
  close(line) {
    const prologue = this.memory > 0 ? [`  %sbf.args = alloca [${this.memory} x i8], align 8`, ...this.loads] : this.loads;
    if (this.entry !== null) this.out.splice(this.entry, 0, ...prologue);
    this.leave();
    this.out.push(line);
  }

  call(line) {
    // A tail call would give up the frame that holds the arguments.
    const plain = line.replace(/^(\s+(?:%\S+ = )?)(?:tail |musttail |notail )/, '$1');
    const signature = signatureOf(plain);
    const { kept, moved } = splitArguments(signature.args);
    for (const { type, value, offset } of moved) {
      const slot = `%sbf.w${this.names++}`;
      this.out.push(`  ${slot} = getelementptr i8, ptr %sbf.args, i64 ${offset}`, `  store ${type} ${value}, ptr ${slot}, align 8`);
      this.memory = Math.max(this.memory, offset + 16);
    }
    this.out.push(withArguments(plain, signature, [...kept, 'ptr %sbf.args']));
  }

  line(line) {
    const isEntryLabel = this.entry === this.out.length && /^[-\w$."]+:/.test(line);
    this.out.push(line);
    if (isEntryLabel) this.entry = this.out.length;
  }
}

/** Such functions now read memory of their caller: attributes that deny it are dropped. */
function dropAttributes(line) {
  if (!/^attributes #\d+ = \{.*\}$/.test(line)) return line;
  return line.replace(/\bmemory\([^)]*\)/g, '').replace(/\b(speculatable|mustprogress)\b/g, '');
}

export function lowerWideCalls(ir) {
  const rewriter = new Rewriter();
  for (const line of ir.split('\n')) {
    if (isDefinition(line)) rewriter.enter(line);
    else if (line === '}') rewriter.close(line);
    else if (rewriter.entry !== null && isCall(line) && isWide(line)) rewriter.call(line);
    else rewriter.line(line);
  }
  return rewriter.out.map(dropAttributes).join('\n');
}
