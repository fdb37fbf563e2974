// The LLVM tools: bitcode to IR text, IR text to an object for BPF.
import { spawnSync } from 'node:child_process';

import { lower } from './ir/lower.mjs';
import { hasWideCalls, lowerWideCalls } from './ir/wide-calls.mjs';

const VERSION = process.env.SBF_LLVM ?? '22';
const MAX_OUTPUT_BYTES = 1 << 30;
const STACK_FRAME_BYTES = 4096;

const HINTS = [
  [
    /stack limit/,
    `a frame has ${STACK_FRAME_BYTES} bytes; calls are inlined, so mark the larger ones #[inline(never)] ` +
      '(slice::sort needs as much by itself: use sort_unstable)',
  ],
  [/built-in function '__\w*[sd]f/, 'there is no floating point'],
];

/** LLVM repeats an error for every place: each is shown once. */
function explain(command, output) {
  const lines = output
    .split('\n')
    .map((line) =>
      line
        .replace(/^error: <unknown>:0:0: /, '')
        .replace(/0x[0-9a-f]{6,}: /, '')
        .trim(),
    )
    .filter((line) => line !== '');
  const hints = HINTS.filter(([pattern]) => pattern.test(output)).map(([, hint]) => `hint: ${hint}`);
  return [`${command} failed`, ...new Set(lines), ...hints].join('\n  ');
}

function run(tool, args, input) {
  const command = `${tool}-${VERSION}`;
  const result = spawnSync(command, args, { input, maxBuffer: MAX_OUTPUT_BYTES });
  if (result.error !== undefined) throw new Error(`${command}: ${result.error.message} (apt-get install llvm-${VERSION})`);
  if (result.status !== 0) throw new Error(explain(command, result.stderr.toString()));
  return result.stdout;
}

function optimise(ir, passes) {
  return run('opt', [`-passes=${passes}`, '-expand-div-rem-bits=64', '-S', '-o', '-', '-'], ir).toString();
}

/** Division of i128 is expanded by LLVM itself, before the lowering here. */
const EXPAND_DIVISION =
  'require<libcall-lowering-info>,function(expand-ir-insts<O2>,sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)';

/** Bitcode of the whole program (fat LTO) to one relocatable BPF object. */
export function compile(bitcodePath) {
  const ir = run('llvm-dis', ['-o', '-', bitcodePath]).toString();
  const isWide = hasWideCalls(ir);
  let lowered = /= [us](div|rem) (exact )?i128 /.test(ir) ? optimise(ir, EXPAND_DIVISION) : ir;
  if (isWide) lowered = lowerWideCalls(optimise(lowered, 'function(instnamer)'));
  const backEnd = [
    '-march=bpfel',
    // Never v3: SBPF sign-extends 32-bit add, sub and mul, upstream BPF zero-extends. v2 has no 32-bit arithmetic at all.
    '-mcpu=v2',
    '-mattr=+allows-misaligned-mem-access',
    '-O3',
    `-bpf-stack-size=${STACK_FRAME_BYTES}`,
    '-function-sections',
    '-data-sections',
    '-filetype=obj',
  ];
  return run('llc', [...backEnd, '-o', '-', '-'], lower(lowered));
}
