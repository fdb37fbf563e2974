import { describe, expect, it } from 'vitest';
import { formOfIndex, formOfList, isForm, isList, SOURCE_FORM, toForm, unitsOf } from './form.js';

const bytes = Array.from({ length: 256 }, (_, byte) => byte);

describe('a form', () => {
  it('is 1, 2 to 32, or 130 to 160, and no other byte', () => {
    const expected = bytes.filter((byte) => (byte >= 1 && byte <= 32) || (byte >= 130 && byte <= 160));
    expect(bytes.filter(isForm)).toEqual(expected);
  });

  it.each([1.5, -1, 256, 257, Number.NaN, Number.POSITIVE_INFINITY])('cannot be %s', (value) => {
    expect(isForm(value)).toBe(false);
    expect(() => toForm(value)).toThrow(RangeError);
  });

  it('counts its sources, whether they are a list or an index', () => {
    expect(unitsOf(SOURCE_FORM)).toBe(1);
    expect(unitsOf(toForm(32))).toBe(32);
    expect(unitsOf(toForm(130))).toBe(2);
    expect(unitsOf(toForm(160))).toBe(32);
  });

  it.each([0, 1, 33, 2.5, -2, 256 + 2, Number.NaN])('is not made for a list of %d', (sources) => {
    expect(() => formOfList(sources)).toThrow(RangeError);
  });

  it.each([0, 1, 33, 2.5, -2, 256 + 2, Number.NaN])('is not made for an index over %d', (sources) => {
    expect(() => formOfIndex(sources)).toThrow(RangeError);
  });

  it('of an index is its number of sources', () => {
    expect([formOfIndex(2), formOfIndex(32)]).toEqual([2, 32]);
  });

  it('of a list has its number of sources', () => {
    expect([formOfList(2), formOfList(32)]).toEqual([130, 160]);
  });

  it('is a list from 130 on', () => {
    expect(bytes.filter(isForm).filter(isList)).toEqual(bytes.filter((byte) => byte >= 130 && byte <= 160));
  });
});
