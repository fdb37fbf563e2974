import { formatScaled } from '../decimal.js';
import type { JsonValue } from '../json.js';
import { StepError } from './step.js';

/** RFC 3339 §5.6 `date-time`, with at most nine digits of a second. */
const RFC_3339 = /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))$/i;
/** RFC 9110 §5.6.7 `IMF-fixdate`. */
const IMF_FIXDATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), ([0-9]{2}) ([A-Z][a-z]{2}) ([0-9]{4}) ([0-9]{2}):([0-9]{2}):([0-9]{2}) GMT$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'];
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const LONGEST_DATE = 35;
const DAYS_TO_1970 = 719_162;

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function refuse(): never {
  throw new StepError('not_a_date');
}

/** Days since 1 January 1970, by the Gregorian calendar. */
function daysOf(year: number, month: number, day: number): number {
  const monthDays = (place: number): number => (MONTH_DAYS[place - 1] ?? 0) + (place === 2 && isLeap(year) ? 1 : 0);
  if (year < 1 || month < 1 || day < 1 || day > monthDays(month)) refuse();
  const before = year - 1;
  let days = before * 365 + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) + day - 1 - DAYS_TO_1970;
  for (let earlier = 1; earlier < month; earlier += 1) days += monthDays(earlier);
  return days;
}

function secondsOfDay(hour: number, minute: number, second: number): number {
  if (hour > 23 || minute > 59 || second > 59) refuse();
  return hour * 3_600 + minute * 60 + second;
}

function fromRfc3339(match: RegExpExecArray): string {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const [fraction = '', sign, zoneHour = '0', zoneMinute = '0'] = match.slice(7);
  const zone = secondsOfDay(Number(zoneHour), Number(zoneMinute), 0) * (sign === '-' ? -1 : 1);
  const seconds = daysOf(year, month, day) * 86_400 + secondsOfDay(hour, minute, second) - zone;
  return formatScaled(BigInt(seconds) * 10n ** 9n + BigInt(fraction.padEnd(9, '0')), 9);
}

function fromImfFixdate([, weekday, day, month = '', year, hour, minute, second]: RegExpExecArray): string {
  const days = daysOf(Number(year), MONTHS.indexOf(month) + 1, Number(day));
  if (WEEKDAYS[((days % 7) + 7) % 7] !== weekday) refuse();
  return String(days * 86_400 + secondsOfDay(Number(hour), Number(minute), Number(second)));
}

/** Unix seconds of a date, exactly. @throws StepError */
export function readDate(text: string): JsonValue {
  if (text.length > LONGEST_DATE) refuse();
  const rfc3339 = RFC_3339.exec(text);
  if (rfc3339 !== null) return { kind: 'number', text: fromRfc3339(rfc3339) };
  return { kind: 'number', text: fromImfFixdate(IMF_FIXDATE.exec(text) ?? refuse()) };
}
