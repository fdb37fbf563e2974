const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** A month for people, such as `November 2026`; any other text stays as it is. @param month as in `2026-11` */
export function formatMonth(month: string): string {
  const [, year, number] = /^(\d{4})-(\d\d)$/.exec(month) ?? [];
  const name = MONTHS[Number(number) - 1];
  return name === undefined ? month : `${name} ${year}`;
}

/** A moment for people, such as `31 January 2027, 00:00 UTC`. A time beyond the calendar is a number. @param seconds unix seconds */
export function formatTime(seconds: bigint | number): string {
  const date = new Date(Number(seconds) * 1_000);
  if (Number.isNaN(date.getTime())) return `second ${seconds}`;
  const time = date.toISOString().slice(11, 19).replace(/:00$/, '');
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}, ${time} UTC`;
}
