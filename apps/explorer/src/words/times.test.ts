import { expect, it } from 'vitest';
import { agoText, axisTimeText, clockText, momentText, spanText } from './times.js';

const AT = Date.UTC(2026, 10, 26, 16, 2, 11);

it('an age is told in its largest fitting unit', () => {
  const ages = [-5_000, 400, 4_400, 119_999, 120_000, 7_199_000, 7_200_000, 172_800_000].map((ageMs) => agoText(AT, AT + ageMs));
  expect(ages).toEqual(['just now', 'just now', '4 s ago', '119 s ago', '2 min ago', '119 min ago', '2 h ago', '2 days ago']);
  expect(spanText(15_000)).toBe('15 s');
});

it('a moment has the zone that it is told in', () => {
  expect(clockText(AT, 'UTC')).toBe('16:02:11');
  expect(momentText(AT, 'UTC')).toBe('26 Nov 2026, 16:02:11 UTC');
  expect(clockText(AT, 'Asia/Tokyo')).toBe('01:02:11');
  expect([axisTimeText(AT, false, 'UTC'), axisTimeText(AT, true, 'Asia/Tokyo')]).toEqual(['16:02', '27 Nov']);
});

it('a number that is no time has no text', () => {
  expect([clockText(Number.NaN), momentText(1e300)]).toEqual(['', '']);
});
