import { BoundedMap } from '@oracle-gateway/protocol/internal';

/** UTC day as `YYYY-MM-DD`. */
export type BookDay = string;

const DAY_MS = 86_400_000;
/** A year's days: each is the day of many rows. */
const names = new BoundedMap<number, BookDay>(400);

const FILE_NAME = /^(\d{4}-\d{2}-\d{2})\.jsonl$/;

export function bookDayOf(atMs: number): BookDay {
  return names.getOrCreate(Math.floor(atMs / DAY_MS), () => new Date(atMs).toISOString().slice(0, 10));
}

export function nextBookDay(day: BookDay): BookDay {
  return bookDayOf(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
}

export function bookFileName(day: BookDay): string {
  return `${day}.jsonl`;
}

/** The day of a file of the books; undefined: it is another file. */
export function dayOfBookFile(fileName: string): BookDay | undefined {
  return FILE_NAME.exec(fileName)?.[1];
}
