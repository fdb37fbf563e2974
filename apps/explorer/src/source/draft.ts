import { ApiConfigError, secretNames } from '@oracle-gateway/protocol';
import { canonicalSource, type Subject } from '@oracle-gateway/protocol/internal';
import { objectOf, parseJsonText } from '../read-json.js';
import { readSubject } from './asked.js';

/** A source, a list or an index as its visitor writes it: JSON text. The fields read and change that of a source. */
export type Draft =
  | {
      readonly ok: true;
      readonly subject: Subject;
      /** Names of the placeholders in the headers. */
      readonly secretNames: readonly string[];
    }
  | {
      readonly ok: false;
      /** Member that breaks the rule; undefined where the text is no JSON object. */
      readonly field?: string;
      readonly rule: string;
      /** The members as they stand; undefined where the text is no JSON object. */
      readonly members?: Readonly<Record<string, unknown>>;
    };

export function readDraft(text: string): Draft {
  const json = parseJsonText(text);
  if (!json.ok) return { ok: false, rule: `is not JSON: ${json.rule}` };
  const members = objectOf(json.value);
  if (members === undefined) return { ok: false, rule: 'must be a JSON object' };
  try {
    const subject = readSubject(members, canonicalSource);
    return { ok: true, subject, secretNames: [...new Set(subject.sources.flatMap(({ apiConfig }) => secretNames(apiConfig)))] };
  } catch (error) {
    if (error instanceof ApiConfigError) return { ok: false, field: error.field.replace(/^apiConfig\./, ''), rule: error.rule, members };
    return { ok: false, rule: 'cannot be a source', members };
  }
}

/** The members that the fields show, also where one of them breaks a rule. Several sources have no fields. */
export function draftMembers(text: string): Readonly<Record<string, unknown>> | undefined {
  const json = parseJsonText(text);
  const members = json.ok ? objectOf(json.value) : undefined;
  return members !== undefined && 'apiConfigs' in members ? undefined : members;
}

/** The text with one member changed, or left out where the value is undefined or empty. Every other member stays as it is. */
export function withMember(text: string, name: string, value: unknown): string {
  const { [name]: replaced, ...others } = draftMembers(text) ?? {};
  if (value === undefined || value === '') return textOfSource(others);
  return textOfSource(replaced === undefined ? { ...others, [name]: value } : { ...draftMembers(text), [name]: value });
}

export function textOfSource(source: object): string {
  return JSON.stringify(source, null, 2);
}

const SECRET_HEADER = { Authorization: 'Bearer {{secret.token}}' };

/** The text with a header whose value is a secret; the headers that are there stay. */
export function withSecretHeader(text: string): string {
  return withMember(text, 'headers', { ...SECRET_HEADER, ...objectOf(draftMembers(text)?.['headers']) });
}

/** The text with one header changed, or left out where the value is empty. */
export function withHeader(text: string, name: string, value: string): string {
  const { [name]: _replaced, ...others } = objectOf(draftMembers(text)?.['headers']) ?? {};
  const headers = value === '' ? others : { ...objectOf(draftMembers(text)?.['headers']), [name]: value };
  return withMember(text, 'headers', Object.keys(headers).length === 0 ? undefined : headers);
}
