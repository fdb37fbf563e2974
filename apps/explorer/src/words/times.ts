const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Number of larger units from which a span is told in them: "119 s", then "2 min". */
const BEFORE_NEXT_UNIT = 2;

/** Age in words: `4 s ago`. A time that the visitor's clock has not reached is `just now`. */
export function agoText(atMs: number, nowMs: number): string {
  const ageMs = nowMs - atMs;
  return ageMs < SECOND_MS ? 'just now' : `${spanText(ageMs)} ago`;
}

/** A span of time in its largest fitting unit: `4 s`, `3 min`, `5 h`, `2 days`. */
export function spanText(ms: number): string {
  if (ms < BEFORE_NEXT_UNIT * MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
  if (ms < BEFORE_NEXT_UNIT * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < BEFORE_NEXT_UNIT * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} days`;
}

/** A moment of the visitor's day: `16:02:11`; in another zone where one is named. */
export function clockText(atMs: number, timeZone?: string): string {
  return dateText(atMs, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }, timeZone);
}

/** A moment in full, with its zone: `26 Nov 2026, 16:02:11 UTC`. */
export function momentText(atMs: number, timeZone?: string): string {
  const form = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return dateText(atMs, { ...form, hourCycle: 'h23', timeZoneName: 'short' }, timeZone);
}

/** A mark of an axis: `16:00`, or the day where days are shown, `26 Nov`. */
export function axisTimeText(atMs: number, isDay: boolean, timeZone?: string): string {
  const form: Intl.DateTimeFormatOptions = isDay
    ? { day: 'numeric', month: 'short' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  return dateText(atMs, form, timeZone);
}

/** Empty for a number that is no time. */
function dateText(atMs: number, form: Intl.DateTimeFormatOptions, timeZone: string | undefined): string {
  const date = new Date(atMs);
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat('en-GB', { ...form, ...(timeZone === undefined ? {} : { timeZone }) }).format(date);
}
