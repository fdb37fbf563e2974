import { readText } from './reply.js';

/** A record's fields by name, as a script answers them. */
export type RecordFields = Readonly<Record<string, string>>;

/** Throws CorruptRecordError. */
export function readFields(texts: readonly string[]): RecordFields {
  const fields: Record<string, string> = {};
  for (let place = 0; place < texts.length; place += 2) fields[readText(texts, place)] = readText(texts, place + 1);
  return fields;
}

/** The deflated body; a record of an earlier build has it under another name. Undefined: the round has none. */
export function readBodyText(fields: RecordFields): string | undefined {
  return readPieces(fields, 'b') ?? readPieces(fields, 'body');
}

/** A text that the record keeps in pieces (lua/include/texts.lua); undefined when it keeps none. */
export function readPieces(fields: RecordFields, name: string): string | undefined {
  let text = fields[`${name}0`];
  for (let piece = 1; text !== undefined; piece += 1) {
    const next = fields[`${name}${piece}`];
    if (next === undefined) return text;
    text += next;
  }
  return undefined;
}
