import { type Explanation, plain, timeText } from './explanation.js';
import { ID_MEMBERS, type ServiceLine, textFact } from './service-line.js';
import type { Found } from './search.js';

const MAX_LINES = 80;
const MAX_NEARBY_LINES = 20;
const MAX_FACT = 120;
/** Facts of one line that are shown. */
const MAX_FACTS = 12;

/** The answer for people: what became of the request, the lines that say so, and what to do. */
export function whyText(answer: Explanation, found: Found): string {
  const parts = [
    answer.sentences,
    Object.entries(answer.ids).map(([name, ids]) => `${name.padEnd(10)} ${ids.join(' ')}`),
    timeline(found),
    refusalRows(found),
    nearbyRows(found),
    answer.steps.length === 0 ? [] : ['what to do', ...answer.steps.map(({ who, what }) => `  ${who.padEnd(8)}  ${what}`)],
    searchedRows(found),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function timeline({ related, relatedLeftOut }: Found): readonly string[] {
  if (related.length === 0) return [];
  const half = MAX_LINES / 2;
  const isCut = related.length > MAX_LINES || relatedLeftOut > 0;
  const told = isCut ? [...related.slice(0, half), ...related.slice(Math.max(half, related.length - half))] : related;
  const rows = told.map(lineRow);
  const leftOut = related.length - told.length + relatedLeftOut;
  if (leftOut > 0) rows.splice(half, 0, `  … ${leftOut} lines between are left out`);
  return ['timeline', ...rows];
}

function lineRow(line: ServiceLine): string {
  return `  ${timeText(line.timeMs)}  ${line.program.padEnd(17)}  ${plain(line.message)}${factsText(line)}`;
}

function factsText({ facts }: ServiceLine): string {
  const told = Object.entries(facts).filter(([name]) => !ID_MEMBERS.some((id) => id === name));
  const texts = told.slice(0, MAX_FACTS).map(([name, value]) => ` ${plain(name, MAX_FACT)}=${factText(value)}`);
  return texts.length === 0 ? '' : `  ${texts.join('').trimStart()}${told.length > MAX_FACTS ? ' …' : ''}`;
}

function factText(value: unknown): string {
  const text = errorText(value) ?? value;
  if (typeof text !== 'string') return plain(JSON.stringify(text), MAX_FACT);
  const flat = plain(text, MAX_FACT);
  return /[\s="]/.test(flat) ? JSON.stringify(flat) : flat;
}

/** The member `err` without its place in the code, which --json has. */
function errorText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string') return undefined;
  return 'message' in value && typeof value.message === 'string' ? `${value.type}: ${value.message}` : value.type;
}

function refusalRows({ refusals }: Found): readonly string[] {
  if (refusals.length === 0) return [];
  const told = refusals.slice(0, MAX_LINES);
  const rows = told.map(({ key, line }) => {
    const [code = '', client = '', operation = ''] = ['code', 'client', 'operation'].map((name) =>
      plain(textFact(line, name) ?? '', MAX_FACT),
    );
    return `  ${timeText(line.timeMs)}  ${plain(key, MAX_FACT)}  ${code}  ${client} ${operation}`.trimEnd();
  });
  const more = refusals.length - told.length;
  return ['refused', ...rows, ...(more > 0 ? [`  … and ${more} more: --json has them`] : [])];
}

function nearbyRows({ nearby }: Found): readonly string[] {
  if (nearby.length === 0) return [];
  const rows = nearby.slice(0, MAX_NEARBY_LINES).map(({ first, count, lastMs }) => {
    const times = count === 1 ? '' : `  ${count} times until ${timeText(lastMs)}`;
    return `${lineRow(first)}${times}`;
  });
  const more = nearby.length - rows.length;
  return ['warnings within a minute, about no request', ...rows, ...(more > 0 ? [`  … and ${more} more: --json has them`] : [])];
}

function searchedRows({ searched, unlogged }: Found): readonly string[] {
  const { sources, lines, otherLines, tooLongLines, cut, firstMs, lastMs } = searched;
  const counts = Object.entries(lines).sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
  const programs = counts.map(([program, count]) => `${program} ${count}`).join(', ');
  const span = firstMs === null || lastMs === null ? '' : `, from ${timeText(firstMs)} to ${timeText(lastMs)}`;
  return [
    `searched ${sources.length === 1 ? plain(sources[0] ?? '') : `${sources.length} files`}: ${programs === '' ? 'no line of a program of the gateway' : `lines of ${programs}`}${span}`,
    ...(otherLines > 0 ? [`  ${otherLines} lines are of other programs, or in a form that is not known`] : []),
    ...(tooLongLines > 0 ? [`  ${tooLongLines} lines are longer than 64 KiB, and were not read`] : []),
    ...cut.map((name) => `  ${plain(name)} is packed and ends early`),
    ...(unlogged > 0 ? [`  the gateway says that it left ${unlogged} answers out of its log at that time`] : []),
  ];
}
