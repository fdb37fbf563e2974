import type { Expected, ExpectedList } from '@oracle-gateway/client';
import { ApiConfigError } from '@oracle-gateway/protocol';
import { type Asked, askedOf, readSubject } from '../source/asked.js';
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
  | { readonly ok: true; readonly answer: unknown; readonly expected: Expected | ExpectedList }
  | { readonly ok: false; readonly field: 'answer' | 'source' | 'quorum'; readonly rule: string };

/** The answer, and what its reader expects of it. The expectation comes from the form, never from the answer. */
export function readPasted({ answer, source, owner, quorum }: PastedForm): Pasted {
  const answered = parseJsonText(answer);
  if (!answered.ok) return { ok: false, field: 'answer', rule: `is not JSON: ${answered.rule}` };
  const asked = askedIn(source);
  if ('rule' in asked) return { ok: false, field: 'source', rule: asked.rule };
  if (!Number.isInteger(quorum) || quorum < 1) return { ok: false, field: 'quorum', rule: 'must be a positive integer' };
  const expected = { ...asked, quorum, ...(owner.trim() === '' ? {} : { owner: owner.trim() }) };
  return { ok: true, answer: answered.value, expected };
}

function askedIn(source: string): Asked | { readonly rule: string } {
  const json = parseJsonText(source);
  if (!json.ok) return { rule: `is not JSON: ${json.rule}` };
  const members = objectOf(json.value);
  if (members === undefined) return { rule: 'must be a JSON object' };
  try {
    return askedOf(readSubject(members));
  } catch (error) {
    if (error instanceof ApiConfigError) return { rule: `has a mistake: ${error.field} ${error.rule}` };
    throw error;
  }
}

/**
 * Reads a file that the command line stores: an answer with the source or sources, the owner and the quorum that were asked for. Undefined
 * for any other text.
 */
export function readStored(text: string): PastedForm | undefined {
  const json = parseJsonText(text);
  const stored = json.ok ? objectOf(json.value) : undefined;
  const quorum = wholeNumberIn(stored?.['quorum']);
  const sources = stored?.['sources'];
  const source = Array.isArray(sources) ? { apiConfigs: sources, minValues: stored?.['minValues'] } : objectOf(stored?.['source']);
  const answer = objectOf(stored?.['answer']);
  if (quorum === undefined || source === undefined || answer === undefined) return undefined;
  return {
    answer: JSON.stringify(answer, null, 2),
    source: JSON.stringify(source, null, 2),
    owner: textIn(stored?.['owner']) ?? '',
    quorum,
  };
}
