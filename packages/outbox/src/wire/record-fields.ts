import type { UnixMs } from '@oracle-gateway/protocol';
import { CorruptRecordError } from '../records/errors.js';
import { readText, readTimeMs } from './reply.js';

/** Version of a record's fields and of its body's form. A record of another one is not read. */
export const RECORD_VERSION = '4';

/** Characters of a piece. The last piece of a text is shorter. */
const PIECE_LENGTH = 64;
/** Its token, its end and its process. */
const CLAIM = /^\S+ (\d+) (.*)$/s;

/** A record's fields by name, as a script answers them: a character for each byte. */
export type RecordFields = Readonly<Record<string, string>>;

/** Throws CorruptRecordError. */
export function readFields(texts: readonly string[]): RecordFields {
  const fields: Record<string, string> = {};
  for (let place = 0; place < texts.length; place += 2) fields[readText(texts, place)] = readText(texts, place + 1);
  return fields;
}

/** Throws CorruptRecordError. */
export function requireVersion({ version = '' }: RecordFields): void {
  if (version !== RECORD_VERSION) throw new CorruptRecordError(`a round record has version ${JSON.stringify(version)}`);
}

/** Throws CorruptRecordError. */
export function requiredField(fields: RecordFields, name: string): string {
  const value = fields[name];
  if (value === undefined) throw new CorruptRecordError(`a round record has no ${name}`);
  return value;
}

/** A claim on the record that has not ended. */
export interface StandingClaim {
  readonly untilMs: UnixMs;
  /** '' where its process has no name. */
  readonly claimedBy: string;
}

/** null: no process has a claim. Throws CorruptRecordError. */
export function readClaim({ claim = '' }: RecordFields): StandingClaim | null {
  if (claim === '') return null;
  const [, untilMs, claimedBy] = CLAIM.exec(claim) ?? [];
  if (untilMs === undefined || claimedBy === undefined) throw new CorruptRecordError('the claim of a round record is malformed');
  return { untilMs: readTimeMs(untilMs), claimedBy };
}

/** The deflated body of a record of this version. Undefined: the round has none. Throws CorruptRecordError. */
export function readBodyText(fields: RecordFields): string | undefined {
  requireVersion(fields);
  return readPieces(fields, 'b');
}

/** A text that the record keeps in pieces (lua/include/texts.lua); undefined when it keeps none. */
export function readPieces(fields: RecordFields, name: string): string | undefined {
  let text = fields[`${name}0`];
  for (let piece = 1; text?.length === piece * PIECE_LENGTH; piece += 1) text += fields[`${name}${piece}`] ?? '';
  return text;
}
