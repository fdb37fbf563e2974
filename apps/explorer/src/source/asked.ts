import type { Client, ListRound, Round, RoundOptions, SourceInput, ValuesInput } from '@oracle-gateway/client';
import { type ApiConfig, parseApiConfigOutline } from '@oracle-gateway/protocol';
import { parseSubjectWith, type Subject, subjectMembers } from '@oracle-gateway/protocol/internal';

/** Sources that are asked for: with one value, or each with its own. */
export type Asked = { readonly source: SourceInput } | ValuesInput;

/** A verified round of a source or an index, or of a list. */
export type AnyRound = Round | ListRound;

/**
 * Reads a source, or several sources as a request has them: `apiConfigs` with `combine` (an index), otherwise a list.
 *
 * @param form writes each source in the text that is asked for; as it stands unless set
 * @throws ApiConfigError
 */
export function readSubject(
  members: Readonly<Record<string, unknown>>,
  form: (source: ApiConfig) => ApiConfig = (source) => source,
): Subject {
  const { apiConfigs, minValues, combine } = members;
  // Text in place of a number breaks the rule that the number has.
  const least = minValues === undefined || typeof minValues === 'number' ? minValues : Number.NaN;
  const input = Array.isArray(apiConfigs) ? { apiConfigs, combine, minValues: least } : { apiConfig: members };
  return parseSubjectWith(input, (plain, root) => form(parseApiConfigOutline(plain, undefined, root)));
}

export function askedOf(subject: Subject): Asked {
  const members = subjectMembers(subject);
  if ('apiConfig' in members) return { source: members.apiConfig };
  if ('combine' in members) return { source: members };
  const { apiConfigs: sources, minValues } = members;
  return { sources, minValues };
}

export function askFor(client: Pick<Client, 'round' | 'values'>, asked: Asked, options: RoundOptions): Promise<AnyRound> {
  return 'sources' in asked
    ? client.values(asked.sources, { ...options, minValues: asked.minValues })
    : client.round(asked.source, options);
}
