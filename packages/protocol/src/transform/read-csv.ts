import { literalOperand, OperandError, type Piece, splitEscaped, unescape } from './operand.js';
import { readsText, textItem } from './read-text.js';
import { type Reading, type TransformStep, StepError } from './step.js';

const MAX_CELLS = 100_000;
const INTEGER = /^(?:0|-?[1-9][0-9]{0,5})$/;
const SEPARATORS: ReadonlyMap<string, RegExp> = new Map([
  [',', /[^",\r\n]*/y],
  [';', /[^";\r\n]*/y],
  ['\t', /[^"\t\r\n]*/y],
]);

/** The cells of RFC 4180, with any of three separators, and CRLF or LF at the end of a row. */
function readRows(text: string, separator: string, { spend }: Reading): readonly (readonly string[])[] {
  const plain = SEPARATORS.get(separator) ?? /[^"\r\n]*/y;
  const rows: string[][] = [];
  let [row, place, cells]: [string[], number, number] = [[], 0, 0];

  const takeQuoted = (): string => {
    const parts: string[] = [];
    for (;;) {
      const end = text.indexOf('"', place + 1);
      if (end === -1) throw new StepError('not_csv');
      parts.push(text.slice(place + 1, end));
      place = end + 1;
      if (text.charAt(place) !== '"') return parts.join('"');
    }
  };
  const takePlain = (): string => {
    plain.lastIndex = place;
    const [cell = ''] = plain.exec(text) ?? [];
    place += cell.length;
    return cell;
  };

  for (;;) {
    spend(1);
    cells += 1;
    if (cells > MAX_CELLS) throw new StepError('too_costly');
    row.push(text.charAt(place) === '"' ? takeQuoted() : takePlain());
    if (text.charAt(place) === separator) {
      place += 1;
      continue;
    }
    rows.push(row);
    row = [];
    if (place === text.length) return rows;
    if (text.startsWith('\r\n', place)) place += 2;
    else if (text.charAt(place) === '\n') place += 1;
    else throw new StepError('not_csv');
    // The last row may end as the others do.
    if (place === text.length) return rows;
  }
}

function columnNamed(name: string, header: readonly string[]): number {
  const place = header.indexOf(name);
  if (place === -1) throw new StepError('not_found');
  if (header.includes(name, place + 1)) throw new StepError('several_found');
  return place;
}

function integerOperand({ text, at }: Piece): number {
  if (!INTEGER.test(text)) throw new OperandError('must begin with a row: 0 is the first, -1 the last', at);
  return Number(text);
}

function separatorOperand(piece: Piece): string {
  const separator = unescape(piece, ',');
  if (!SEPARATORS.has(separator)) throw new OperandError(String.raw`must have \, or ; or \t as its separator`, piece.at);
  return separator;
}

export const CSV_STEP: TransformStep = {
  name: 'csv',
  kind: 'read',
  operand: '<row>,<col>[,<sep>]',
  takes: 'text',
  gives: 'text',
  meaning:
    'The cell of a table (RFC 4180, rows ended by CRLF or LF, at most 100,000 cells). Row 0 is the first, −1 the last. `col` is such a number, or a name that stands once in row 0. `sep` is `\\,`, `;` or `\\t`',
  fails: ['not_csv', 'not_found', 'several_found', 'wrong_kind'],
  bind: (operand) => {
    const [first, second, third, ...more] = splitEscaped(operand, ',');
    if (first === undefined || second === undefined || more.length > 0)
      throw new OperandError('must be a row, a column and at most a separator');
    const rowPlace = integerOperand(first);
    const name = literalOperand(second, ',');
    const columnPlace = INTEGER.test(second.text) ? Number(second.text) : undefined;
    const separator = third === undefined ? ',' : separatorOperand(third);
    return readsText((text, reading) => {
      const rows = readRows(text, separator, reading);
      const column = columnPlace ?? columnNamed(name, rows[0] ?? []);
      const cell = rows.at(rowPlace)?.at(column);
      if (cell === undefined) throw new StepError('not_found');
      return textItem(cell);
    });
  },
};
