import type { ApiConfigInput } from '@oracle-gateway/client';
import { ApiConfigError, canonicalSource, deriveSourceId, parseApiConfigOutline, secretNames, toHex } from '@oracle-gateway/protocol';
import { objectOf, parseJsonText } from '../read-json.js';

/** A source as its visitor writes it: JSON text, which the fields read and change. */
export type Draft =
  | {
      readonly ok: true;
      readonly source: ApiConfigInput;
      readonly sourceId: string;
      /** Names of the placeholders in its headers. */
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
    const source = canonicalSource(parseApiConfigOutline(members));
    return { ok: true, source, sourceId: toHex(deriveSourceId(source)), secretNames: secretNames(source) };
  } catch (error) {
    if (error instanceof ApiConfigError) return { ok: false, field: error.field.replace(/^apiConfig\./, ''), rule: error.rule, members };
    return { ok: false, rule: 'cannot be a source', members };
  }
}

/** The members that the fields show, also where one of them breaks a rule. */
export function draftMembers(text: string): Readonly<Record<string, unknown>> | undefined {
  const json = parseJsonText(text);
  return json.ok ? objectOf(json.value) : undefined;
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
