import type { BrokenRules } from './broken-rules.js';

/** Tells each entry whose name an earlier one has. An entry without a name breaks another rule. */
export function tellRepeated(
  { names, field, member = 'id' }: { readonly names: readonly (string | undefined)[]; readonly field: string; readonly member?: string },
  faults: BrokenRules,
): void {
  names.forEach((name, position) => {
    if (name !== undefined && names.indexOf(name) < position) faults.add(`${field}[${position}].${member}`, 'must not be used twice');
  });
}
