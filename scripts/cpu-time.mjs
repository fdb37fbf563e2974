import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Ticks of `/proc` a second, on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;
/** Places in `/proc/self/stat` after the program's name: time of ended children in their own code, and in the kernel for them. */
const [CHILDREN_USER, CHILDREN_SYSTEM] = [13, 14];

/** CPU seconds of all children that have ended and been waited for, with all that they waited for. */
export function childrenCpuSeconds(stat = readFileSync('/proc/self/stat', 'utf8')) {
  // The program's name is in brackets, and may hold any other character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM])) / TICKS_A_SECOND;
}

/** Seconds for which the machine's cores had nothing to do, since it started, summed over the cores. */
export function idleSeconds() {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0) / 1_000;
}

/** A meter of what ended children used: each call answers the CPU seconds since the last. */
export function meterOfChildren(read = childrenCpuSeconds) {
  let last = read();
  return () => {
    const now = read();
    const used = now - last;
    last = now;
    return used;
  };
}
