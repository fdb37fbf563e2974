import type { JsonValue } from '@oracle-gateway/protocol';
import { type PathSteps, pathText, quotedText, segmentText } from './path-text.js';
import { childrenOf, valueOfPath } from './sample.js';

/** Members by which rows are usually told apart, the likeliest first. */
const LIKELY = ['id', 'symbol', 'ticker', 'code', 'pair', 'name', 'instrument', 'market', 'asset', 'currency', 'base', 'key', 'type'];
const MAX_TEXT = 64;

/**
 * The path that finds the row of an array by a text of its own, in place of its position: `$[?@.symbol=='BTC'].price` for `$[3].price`. Undefined
 * where the path has no such row, or no text tells it from the others.
 */
export function namedPath(root: JsonValue, steps: PathSteps): string | undefined {
  const place = steps.findLastIndex((step) => typeof step === 'number');
  const rest = steps.slice(place + 1);
  const rows = valueOfPath(root, steps.slice(0, place));
  const row = valueOfPath(root, steps.slice(0, place + 1));
  if (place === -1 || rest.length === 0 || rows?.kind !== 'array' || row?.kind !== 'object') return undefined;
  const [found] = childrenOf(row)
    .flatMap(([name, value]) => (typeof name === 'string' && value.kind === 'string' ? [{ name, text: value.value }] : []))
    .filter(({ text }) => text !== '' && text.length <= MAX_TEXT)
    .filter(({ name, text }) => rows.items.filter((item) => hasText(item, name, text)).length === 1)
    .toSorted((a, b) => rankOf(a.name) - rankOf(b.name));
  const before = pathText(steps.slice(0, place));
  // Names of members and the text of the row have to be such that a path can hold them.
  if (found === undefined || before === undefined || pathText([found.name, found.text, ...rest]) === undefined) return undefined;
  return `${before}[?@${segmentText(found.name)}==${quotedText(found.text)}]${rest.map(segmentText).join('')}`;
}

function hasText(item: JsonValue, name: string, text: string): boolean {
  const value = valueOfPath(item, [name]);
  return value?.kind === 'string' && value.value === text;
}

function rankOf(name: string): number {
  const place = LIKELY.indexOf(name.toLowerCase());
  return place === -1 ? LIKELY.length : place;
}
