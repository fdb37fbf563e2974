import type { Expected } from '@oracle-gateway/client';
import { wholeNumberIn, objectOf, parseJsonText, textIn } from '../read-json.js';

/** Content of the verifier's form. */
export interface PastedForm {
  readonly answer: string;
  readonly source: string;
  /** Base58; empty for a round that was paid per request. */
  readonly owner: string;
  readonly quorum: number;
}

export type Pasted =
  | { readonly ok: true; readonly answer: unknown; readonly expected: Expected }
  | { readonly ok: false; readonly field: 'answer' | 'source' | 'quorum'; readonly rule: string };

/** The answer, and what its reader expects of it. The expectation comes from the form, never from the answer. */
export function readPasted({ answer, source, owner, quorum }: PastedForm): Pasted {
  const answered = parseJsonText(answer);
  if (!answered.ok) return { ok: false, field: 'answer', rule: `is not JSON: ${answered.rule}` };
  const asked = parseJsonText(source);
  if (!asked.ok) return { ok: false, field: 'source', rule: `is not JSON: ${asked.rule}` };
  const members = objectOf(asked.value);
  const url = textIn(members?.['url']);
  const method = textIn(members?.['method']);
  if (url === undefined || method === undefined) return { ok: false, field: 'source', rule: 'must be an apiConfig with url and method' };
  if (!Number.isInteger(quorum) || quorum < 1) return { ok: false, field: 'quorum', rule: 'must be a positive integer' };
  const expected = { source: { ...members, url, method }, quorum, ...(owner.trim() === '' ? {} : { owner: owner.trim() }) };
  return { ok: true, answer: answered.value, expected };
}

/**
 * Reads a file that the command line stores: an answer with the source, the owner and the quorum that were asked for. Undefined for any
 * other text.
 */
export function readStored(text: string): PastedForm | undefined {
  const json = parseJsonText(text);
  const stored = json.ok ? objectOf(json.value) : undefined;
  const quorum = wholeNumberIn(stored?.['quorum']);
  const source = objectOf(stored?.['source']);
  const answer = objectOf(stored?.['answer']);
  if (quorum === undefined || source === undefined || answer === undefined) return undefined;
  return {
    answer: JSON.stringify(answer, null, 2),
    source: JSON.stringify(source, null, 2),
    owner: textIn(stored?.['owner']) ?? '',
    quorum,
  };
}
