const HEX = /^0x[0-9a-fA-F]+$/;
const DIGITS_PER_WORD = 64;
const DATE = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;
const NUMBER = String.raw`[+-]?\d[\d,.'’ \u00a0\u202f]*`;
/** A number between a sign of a unit before it and one behind it. */
const WITH_UNITS = new RegExp(String.raw`^([^\d+\-|\\]{0,16}?)\s*(${NUMBER}?)\s*([^\d+\-|\\]{0,16})$`, 'u');
const GROUPS = [',', "'", '’', ' ', '\u00a0', '\u202f', '.'] as const;

/** Steps that make a number of a text, by its form: a hexadecimal number, a date, separators and units. Undefined where none is plain. */
export function readingStepsFor(text: string): string | undefined {
  if (HEX.test(text)) return hexSteps(text.length - 2);
  if (DATE.test(text)) return 'date';
  const [, before = '', number = '', after = ''] = WITH_UNITS.exec(text.trim()) ?? [];
  const separators = separatorSteps(number);
  if (separators === undefined) return undefined;
  const steps = [...[before, after].map((unit) => unit.trim()).flatMap((unit) => (unit === '' ? [] : [`strip:${unit}`])), ...separators];
  return steps.length === 0 ? undefined : steps.join('|');
}

function hexSteps(digits: number): string | undefined {
  if (digits <= DIGITS_PER_WORD) return 'hex';
  return digits % DIGITS_PER_WORD === 0 ? 'word:0|hex' : undefined;
}

function separatorSteps(number: string): readonly string[] | undefined {
  if (/^[+-]?\d+(?:\.\d+)?$/.test(number)) return [];
  // `0,5` and `1234,5` have a comma for their point; in `1,234` it stands between groups.
  if (/^[+-]?\d+,\d+$/.test(number) && !/^[+-]?[1-9]\d{0,2},\d{3}$/.test(number)) return ['point:,'];
  for (const group of GROUPS) {
    const point = group === '.' ? ',' : '.';
    const grouped = new RegExp(String.raw`^[+-]?\d{1,3}(?:[${group}]\d{3})+(?:([${point},])\d+)?$`, 'u');
    const [whole, written] = grouped.exec(number) ?? [];
    if (whole === undefined || written === group) continue;
    return [`group:${group}`, ...(written === ',' ? ['point:,'] : [])];
  }
  return undefined;
}
