import { literalOperand, OperandError, type Piece, placeIn, splitEscaped, unescape } from './operand.js';
import { readsText, textItem } from './read-text.js';
import { type Reading, type TransformStep, StepError } from './step.js';

const MAX_CELLS = 100_000;
const SEPARATORS: ReadonlySet<string> = new Set([',', ';', '\t']);

/** The cells of a table one after another, and where each row begins among them: a list for each row would cost more than its cells. */
interface Table {
  readonly cells: readonly string[];
  readonly rowStarts: readonly number[];
}

/** The place behind the quote that ends a cell, which begins with one. */
function quotedEnd(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end === -1) throw new StepError('not_csv');
    end += 1;
  } while (text.charAt(end) === '"');
  return end;
}

/** The place behind a cell without quotes. */
function plainEnd(text: string, start: number, separator: string): number {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r' && text[end] !== '"') end += 1;
  return end;
}

/** Reads RFC 4180, with any of three separators, and CRLF or LF at the end of a row. */
function readTable(text: string, separator: string, { spend }: Reading): Table {
  const cells: string[] = [];
  const rowStarts = [0];
  for (let place = 0; ;) {
    spend(1);
    if (cells.length === MAX_CELLS) throw new StepError('too_costly');
    const isQuoted = text[place] === '"';
    const end = isQuoted ? quotedEnd(text, place) : plainEnd(text, place, separator);
    cells.push(isQuoted ? text.slice(place + 1, end - 1).replaceAll('""', '"') : text.slice(place, end));
    place = end;
    if (text[place] === separator) {
      place += 1;
      continue;
    }
    if (text.startsWith('\r\n', place)) place += 2;
    else if (text[place] === '\n') place += 1;
    else if (place < text.length) throw new StepError('not_csv');
    // The last row may end as the others do.
    if (place === text.length) return { cells, rowStarts };
    rowStarts.push(cells.length);
  }
}

/** The cells of a row; negative places count from the end. */
function rowAt({ cells, rowStarts }: Table, place: number): readonly string[] {
  const row = place < 0 ? rowStarts.length + place : place;
  const start = rowStarts[row];
  if (start === undefined) throw new StepError('not_found');
  return cells.slice(start, rowStarts[row + 1] ?? cells.length);
}

function columnNamed(name: string, header: readonly string[]): number {
  const place = header.indexOf(name);
  if (place === -1) throw new StepError('not_found');
  if (header.includes(name, place + 1)) throw new StepError('several_found');
  return place;
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
    const rowPlace = placeIn(first.text);
    if (rowPlace === undefined) throw new OperandError('must begin with a row: 0 is the first, -1 the last', first.at);
    const name = literalOperand(second, ',');
    const columnPlace = placeIn(second.text);
    const separator = third === undefined ? ',' : separatorOperand(third);
    return readsText((text, reading) => {
      const table = readTable(text, separator, reading);
      const column = columnPlace ?? columnNamed(name, rowAt(table, 0));
      const cell = rowAt(table, rowPlace).at(column);
      if (cell === undefined) throw new StepError('not_found');
      return textItem(cell);
    });
  },
};
