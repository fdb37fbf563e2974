import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockOfAddress } from './tenant.js';

describe('the tenant of an address', () => {
  it('is an IPv4 address in any spelling', () => {
    expect(['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207'].map((address) => blockOfAddress(address))).toEqual(
      Array(3).fill('192.0.2.7'),
    );
  });

  it('is the first bits of an IPv6 address, cut within a part too', () => {
    expect(blockOfAddress('2001:db8:1:12ff:3:4:5:6')).toBe('2001:db8:1:1200:0:0:0:0/56');
    expect(blockOfAddress('2001:db8:1:1201::9')).toBe(blockOfAddress('2001:0DB8:1:12ff:3:4:5:6'));
    expect(blockOfAddress('2001:db8:1:1301::9')).not.toBe(blockOfAddress('2001:db8:1:1201::9'));
    expect(blockOfAddress('fe80::1%eth0')).toBe('fe80:0:0:0:0:0:0:0/56');
  });

  it('is one of 256 in a /48, whichever of its addresses are used', () => {
    const part = fc.integer({ min: 0, max: 0xffff });
    const addresses = fc.array(fc.tuple(part, part, part, part, part), { minLength: 500, maxLength: 1_000 });
    fc.assert(
      fc.property(addresses, (ends) => {
        const blocks = ends.map((end) => blockOfAddress(`2001:db8:1:${end.map((one) => one.toString(16)).join(':')}`));
        expect(new Set(blocks).size).toBeLessThanOrEqual(256);
        expect(new Set(blocks).size).toBe(new Set(ends.map(([first]) => first >> 8)).size);
      }),
      { numRuns: 20 },
    );
  });

  it('is the same at every port', () => {
    expect(['192.0.2.7:1234', '[2001:db8::7]:1234', '[2001:db8::7]'].map((address) => blockOfAddress(address))).toEqual([
      '192.0.2.7',
      blockOfAddress('2001:db8::7'),
      blockOfAddress('2001:db8::7'),
    ]);
  });

  it('is one for all that have none', () => {
    expect([undefined, '', 'no address'].map((address) => blockOfAddress(address))).toEqual(Array(3).fill('unknown'));
  });
});
