import { cpus } from 'node:os';

export function machine() {
  return `${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores, Node ${process.version}`;
}

/** @param {readonly number[]} values @param {number} q in 0..1; NaN of nothing */
export function quantile(values, q) {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN;
}

export function fixed(value, digits = 0) {
  return Number.isFinite(value) ? value.toFixed(digits) : '–';
}

export function row(cells) {
  return `| ${cells.join(' | ')} |`;
}

/** The share of all cores that was busy since the call, by any process. */
export function watchCpu() {
  const read = () =>
    cpus().reduce(
      ([busy, all], { times }) => {
        const total = Object.values(times).reduce((sum, ms) => sum + ms, 0);
        return [busy + total - times.idle, all + total];
      },
      [0, 0],
    );
  const [busyBefore, allBefore] = read();
  return () => {
    const [busy, all] = read();
    return (busy - busyBefore) / (all - allBefore);
  };
}
