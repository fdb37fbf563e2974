import { operations } from '@oracle-gateway/gateway-api';
import { describe, expect, it, vi } from 'vitest';
import { type DeprecationNotice, tellDeprecation } from './deprecation-notice.js';

const [SINCE_MS, SUNSET_MS] = [Date.UTC(2027, 0, 31), Date.UTC(2027, 11, 31)];
const ENDS = { deprecation: '@1801353600', sunset: 'Fri, 31 Dec 2027 00:00:00 GMT' };

function toldBy(headers: Record<string, string>, path = '/v1/info'): DeprecationNotice | undefined {
  const hearer = vi.fn<(notice: DeprecationNotice) => void>();
  tellDeprecation(hearer, { method: 'GET', path, headers: new Headers(headers) });
  return hearer.mock.calls[0]?.[0];
}

describe('a notice of deprecation', () => {
  it.each([
    [ENDS, SINCE_MS, SUNSET_MS],
    [{ deprecation: '@1801353600' }, SINCE_MS, null],
    [{ deprecation: 'true', sunset: 'soon' }, null, null],
    [{ ...ENDS, deprecation: '@99999999999999' }, null, SUNSET_MS],
  ])('has the times of %j, and null for what is no time', (headers, sinceMs, sunsetMs) => {
    expect(toldBy(headers)).toEqual({ operation: 'GET /v1/info', sinceMs, sunsetMs });
  });

  it('is not made of a sunset alone', () => {
    expect(toldBy({ sunset: ENDS.sunset })).toBeUndefined();
  });

  it.each(Object.entries(operations))('names the operation %s without identifiers and query', (_name, { path }) => {
    const asked = path.replace(/\{\w+\}/g, 'x'.repeat(16));
    expect(toldBy(ENDS, `${asked}?limit=3`)?.operation).toBe(`GET ${path.replace(/\{\w+\}/g, '*')}`);
  });
});
