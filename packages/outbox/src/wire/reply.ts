import { unixMs, type RoundId, type UnixMs } from '@oracle-gateway/protocol';
import { CorruptRecordError, IllegalTransitionError, StaleTokenError, UnknownRoundError, type Command } from '../records/errors.js';
import { isRoundId } from '../records/round-id.js';
import { isRoundState, type RoundState } from '../records/states.js';

/** A script's reply as texts, a character for each byte. Throws CorruptRecordError when it holds anything but texts and integers. */
export function readTexts(reply: unknown): readonly string[] {
  if (!Array.isArray(reply)) throw new CorruptRecordError('the server answered something else than a list');
  return reply.map((item: unknown) => {
    if (typeof item === 'string') return item;
    if (Buffer.isBuffer(item)) return item.toString('latin1');
    if (typeof item === 'number' && Number.isSafeInteger(item)) return String(item);
    throw new CorruptRecordError('the server answered a list of something else than texts and integers');
  });
}

export function readText(texts: readonly string[], index: number): string {
  const text = texts[index];
  if (text === undefined) throw new CorruptRecordError(`the server's answer has no element ${index}`);
  return text;
}

export function readInteger(text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isSafeInteger(value)) throw new CorruptRecordError('the server answered something else than an integer');
  return value;
}

/** Throws CorruptRecordError. */
export function readRoundIds(reply: unknown): readonly RoundId[] {
  return readTexts(reply).map((text) => {
    if (!isRoundId(text)) throw new CorruptRecordError('the server listed something else than round ids');
    return text;
  });
}

export function readTimeMs(text: string): UnixMs {
  return unixMs(readInteger(text));
}

export function readState(text: string): RoundState {
  if (!isRoundState(text)) throw new CorruptRecordError(`${JSON.stringify(text)} is no state of a round`);
  return text;
}

/** Throws what a refused command means; returns when the command was carried out, with the reply's first text. */
export function readOutcome(texts: readonly string[], roundId: RoundId, command: Command): string {
  const outcome = readText(texts, 0);
  switch (outcome) {
    case 'unknown':
      throw new UnknownRoundError(roundId);
    case 'stale':
      throw new StaleTokenError(roundId);
    case 'illegal':
      throw new IllegalTransitionError(roundId, command, readState(readText(texts, 1)));
    default:
      return outcome;
  }
}
