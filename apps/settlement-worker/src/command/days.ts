import { CommandLineError } from '@oracle-gateway/process';
import type { DayRange } from '../statement/book-days.js';

/** BookFlags of one command line, as they were given. */
export type BookFlags = ReadonlyMap<string, string | true>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const DAY_MS = 86_400_000;

/** The days of --from and --to. Throws CommandLineError. */
export function daysOf(flags: BookFlags): DayRange {
  const range = { fromDay: dayFlag(flags, 'from'), toDay: dayFlag(flags, 'to') };
  if (range.fromDay > range.toDay) throw new CommandLineError('--to must not be before --from');
  return range;
}

/** The text of a flag that must be given. Throws CommandLineError. */
export function textFlag(flags: BookFlags, name: string, form: string): string {
  const value = flags.get(name);
  if (typeof value !== 'string') throw new CommandLineError(`--${name} is required: ${form}`);
  return value;
}

/** Unix milliseconds at which a day begins. */
export function beginOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayFlag(flags: BookFlags, name: string): string {
  const value = textFlag(flags, name, 'a day in UTC, such as 2026-11-27');
  if (!DAY.test(value) || Number.isNaN(beginOf(value))) throw new CommandLineError(`--${name}: must be a day in UTC, such as 2026-11-27`);
  return value;
}
