/** Widest line the demo prints. */
export const MAX_COLUMNS = 100;
const LABEL_WIDTH = 11;

/** `title`, then one indented line per pair. A value that does not fit goes below its label. */
export function section(title: string, facts: readonly (readonly [label: string, text: string])[]): string {
  const lines = facts.flatMap(([label, text]) => {
    const line = `   ${label.padEnd(LABEL_WIDTH)} ${text}`;
    return line.length <= MAX_COLUMNS ? [line] : [`   ${label}`, `     ${text}`];
  });
  return [title, ...lines, ''].join('\n');
}

/** `node 1`, `nodes 1 and 2`, `nodes 1, 2 and 3`. */
export function listNodes(indices: readonly number[]): string {
  if (indices.length === 0) return 'no node';
  const head = indices.slice(0, -1).join(', ');
  return head === '' ? `node ${indices.at(-1) ?? ''}` : `nodes ${head} and ${indices.at(-1) ?? ''}`;
}

export function formatDuration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** 1234567 → 1,234,567. */
export function formatGrouped(value: bigint): string {
  return value.toString().replace(/\B(?=(\d{3})+$)/g, ',');
}
