import type { SourceInput, ValuesInput } from '@oracle-gateway/client';
import { type Subject, parseApiConfigOutline, parseSubjectWith, subjectMembers } from '@oracle-gateway/protocol';

/** Sources that were asked for: with one value, or each with its own. */
export type Asked = { readonly source: SourceInput } | ValuesInput;

/**
 * Reads a source, or several sources as a request has them: `apiConfigs` with `combine` (an index), otherwise a list.
 *
 * @throws ApiConfigError
 */
export function readAsked(members: Readonly<Record<string, unknown>>): Asked {
  const read = subjectMembers(subjectIn(members));
  if ('apiConfig' in read) return { source: read.apiConfig };
  if ('combine' in read) return { source: read };
  const { apiConfigs: sources, minValues } = read;
  return { sources, minValues };
}

function subjectIn(members: Readonly<Record<string, unknown>>): Subject {
  const { apiConfigs, minValues, combine } = members;
  const input = Array.isArray(apiConfigs)
    ? { apiConfigs, combine, ...(typeof minValues === 'number' ? { minValues } : {}) }
    : { apiConfig: members };
  return parseSubjectWith(input, (plain, root) => parseApiConfigOutline(plain, undefined, root));
}
