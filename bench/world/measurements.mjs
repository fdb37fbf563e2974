import { cpus } from 'node:os';

export function machine() {
  return `${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores, Node ${process.version}`;
}

/** @param {readonly number[]} values @param {number} q in 0..1; NaN of nothing */
export function quantile(values, q) {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN;
}

/** @param {number} value */
export function fixed(value, digits = 0) {
  return Number.isFinite(value) ? value.toFixed(digits) : '–';
}

/** @param {readonly string[]} cells */
export function row(cells) {
  return `| ${cells.join(' | ')} |`;
}

/** The share of all cores that was busy since the call, by any process. */
export function watchCpu() {
  const read = () => {
    const total = { busy: 0, all: 0 };
    for (const { times } of cpus()) {
      const all = Object.values(times).reduce((sum, ms) => sum + ms, 0);
      total.busy += all - times.idle;
      total.all += all;
    }
    return total;
  };
  const before = read();
  return () => {
    const now = read();
    return (now.busy - before.busy) / (now.all - before.all);
  };
}
