import { memberName } from '@oracle-gateway/contract';
import type { ConfigFault } from './config-error.js';
import { isTable } from './members.js';

/** Sorts faults as their keys stand in the parsed file; a missing key comes after its table, and what is not in the file at the end. */
export function fileOrder(file: unknown): (faults: readonly ConfigFault[]) => readonly ConfigFault[] {
  const names = new Map<string, number>();
  /** Of a table, the place after its last key. */
  const ends = new Map<string, number>();
  walk(file, '');

  function walk(value: unknown, name: string): void {
    names.set(name, names.size);
    const entries = isTable(value) ? Object.entries(value) : Array.isArray(value) ? [...value.entries()] : [];
    for (const [key, member] of entries) walk(member, memberName(name, String(key)));
    ends.set(name, names.size);
  }

  function placeOf(key: string): number {
    const exact = names.get(key);
    if (exact !== undefined) return exact;
    for (let name = parentOf(key); name !== ''; name = parentOf(name)) {
      const end = ends.get(name);
      if (end !== undefined) return end - 0.5;
    }
    return Infinity;
  }

  return (faults) => faults.toSorted((one, other) => orderOf(placeOf(one.key), placeOf(other.key)));
}

function orderOf(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

/** The name without its last part: a member, a position, or what stands after a comma. */
function parentOf(name: string): string {
  return name.slice(0, Math.max(name.lastIndexOf('.'), name.lastIndexOf('['), name.lastIndexOf(','), 0));
}
