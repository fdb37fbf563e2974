import { describe, expect, it } from 'vitest';
import { changeText, numberText, quantityText, shortText } from './numbers.js';

describe('a number', () => {
  it('has separators, and is rounded to the digits that are shown', () => {
    expect([numberText('64635.5469382', 2), numberText('1234567', 0), numberText('0.999', 2), numberText('-1234.5', 2)]).toEqual([
      '64,635.55',
      '1,234,567',
      '1.00',
      '−1,234.50',
    ]);
  });

  it('is shown in full where no digits are named, of any size', () => {
    expect(numberText('123456789012345678901234567890.5')).toBe('123,456,789,012,345,678,901,234,567,890.5');
  });

  it('keeps its first digits where rounding would leave nothing', () => {
    expect(numberText('0.0000123456', 2)).toBe('0.0000123');
    expect([numberText('0', 2), numberText('-0.001', 0)]).toEqual(['0.00', '−0.00100']);
  });

  it('stays as it is where it is no decimal', () => {
    expect(numberText('0xabc', 2)).toBe('0xabc');
  });
});

it('a value has its unit as people write it', () => {
  expect(quantityText('64628.31', { unit: 'USD', displayDecimals: 2 })).toBe('$64,628.31');
  expect(quantityText('-3.5', { unit: 'USD', displayDecimals: 2 })).toBe('−$3.50');
  expect(quantityText('21.4', { unit: '°C', displayDecimals: 1 })).toBe('21.4 °C');
  expect(quantityText('7', {})).toBe('7');
});

it('a change has a direction, and none without a beginning', () => {
  expect([changeText(100, 100.42), changeText(100, 99), changeText(100, 100), changeText(0, 5)]).toEqual([
    '▲ 0.42 %',
    '▼ 1.00 %',
    '± 0.00 %',
    undefined,
  ]);
  expect(changeText(-100, -110)).toBe('▼ 10.00 %');
});

it('an id is shortened in its middle', () => {
  expect(shortText(`0xc3c0${'0'.repeat(56)}cd28`)).toBe('0xc3c0…cd28');
  expect([shortText('4vJ9JU1bJJE96FWSJKvH'), shortText('0xabcdef')]).toEqual(['4vJ9…KvH'.replace('KvH', 'JKvH'), '0xabcdef']);
});
