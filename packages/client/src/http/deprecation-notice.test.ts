import { operations, type OperationSpec } from '@oracle-gateway/gateway-api';
import { describe, expect, it, vi } from 'vitest';
import { type DeprecationNotice, tellDeprecation } from './deprecation-notice.js';

const [SINCE_MS, SUNSET_MS] = [Date.UTC(2027, 0, 31), Date.UTC(2027, 11, 31)];
const ENDS = { deprecation: '@1801353600', sunset: 'Fri, 31 Dec 2027 00:00:00 GMT' };

function toldBy(headers: Record<string, string>, path = '/v1/info'): DeprecationNotice | undefined {
  const hearer = vi.fn<(notice: DeprecationNotice) => void>();
  tellDeprecation(hearer, { method: 'GET', path, headers: new Headers(headers) });
  return hearer.mock.calls[0]?.[0];
}

const TEXTS = Array.from({ length: 128 }, (_, length) => ['1'.repeat(length), `0x${'1'.repeat(length)}`]).flat();

/** The shortest identifier of a pattern. */
function shortest(pattern: string): string {
  const text = TEXTS.find((one) => new RegExp(pattern).test(one));
  if (text === undefined) throw new Error(`no text fits ${pattern}`);
  return text;
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

  it.each(Object.entries<OperationSpec>(operations))(
    'names the operation %s without identifiers and query',
    (_name, { path, pathParameters = {} }) => {
      const asked = path.replace(/\{(\w+)\}/g, (_place, name: string) => shortest(String(pathParameters[name]?.['pattern'])));
      expect(toldBy(ENDS, `${asked}?limit=3`)?.operation).toBe(`GET ${path.replace(/\{\w+\}/g, '*')}`);
    },
  );
});
