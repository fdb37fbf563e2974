import type { JsonValue } from '@oracle-gateway/protocol';
import { nearestName } from '@oracle-gateway/protocol/internal';
import { type PathSteps, pathText, stepsOfPath } from './path-text.js';
import { childrenOf, isNumeric } from './sample.js';

/** The path that a wrong one stands for in a document: a name that is near, a `$` that is missing, a way that ends too early. */
export function nearestPath(root: JsonValue, written: string): string | undefined {
  const steps = stepsOfPath(written) ?? stepsOfOtherForm(written);
  if (steps === undefined) return undefined;
  const found = follow(root, steps);
  const path = found === undefined ? undefined : pathText(found);
  return path === written ? undefined : path;
}

/** The parts of a path as other systems write it: `data.amount`, `RAW,ETH,USD`, `data/0/price`, `items[0].price`. */
function stepsOfOtherForm(written: string): PathSteps | undefined {
  const parts = written
    .replace(/^\$/, '')
    .split(/[.,/[\]'"]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts;
}

function follow(root: JsonValue, steps: PathSteps): PathSteps | undefined {
  const found: (string | number)[] = [];
  let value = root;
  for (const step of steps) {
    const next = stepInto(value, step);
    if (next === undefined) return undefined;
    found.push(next[0]);
    value = next[1];
  }
  const rest = wayToTheOnlyNumber(value);
  return rest === undefined ? undefined : [...found, ...rest];
}

/** The child that a step stands for, with its own name or place. */
function stepInto(value: JsonValue, step: string | number): readonly [string | number, JsonValue] | undefined {
  const children = childrenOf(value);
  const exact = children.find(([name]) => name === step || String(name) === String(step));
  if (exact !== undefined) return exact;
  const names = children.flatMap(([name]) => (typeof name === 'string' ? [name] : []));
  const near = nearestName(
    String(step),
    names.map((name) => name.toLowerCase()),
  );
  return near === undefined ? undefined : children.find(([name]) => String(name).toLowerCase() === near);
}

/** Steps to the number that a value is, or has as its only one directly within it. */
function wayToTheOnlyNumber(value: JsonValue): PathSteps | undefined {
  if (isNumeric(value)) return [];
  const numbers = childrenOf(value).filter(([, child]) => isNumeric(child));
  const [only] = numbers;
  return numbers.length === 1 && only !== undefined ? [only[0]] : undefined;
}
