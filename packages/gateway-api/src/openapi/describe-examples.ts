import type { OperationExamples } from '../operation.js';
import type { JsonObject } from './json.js';

type Example = Pick<OperationExamples, 'request' | 'answers'>;

/**
 * The examples at one place of an operation: `example` where there is one, `examples` by name where others are told beside it.
 * @returns undefined where the operation has no example of this place
 */
export function describeExamples(examples: OperationExamples | undefined, at: (example: Example) => unknown): JsonObject | undefined {
  const usual = at(examples ?? {});
  if (usual === undefined) return undefined;
  const others = Object.entries(examples?.others ?? {}).flatMap(([name, other]) => {
    const value = at(other);
    return value === undefined ? [] : [[name, { summary: other.summary, value }] as const];
  });
  return others.length === 0 ? { example: usual } : { examples: { usual: { value: usual }, ...Object.fromEntries(others) } };
}
