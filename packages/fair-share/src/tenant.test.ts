import { describe, expect, it } from 'vitest';
import { blockOfAddress } from './tenant.js';

describe('the tenant of an address', () => {
  it('is an IPv4 address in any spelling', () => {
    expect(['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207'].map((address) => blockOfAddress(address, 56))).toEqual(
      Array(3).fill('192.0.2.7'),
    );
  });

  it('is the first bits of an IPv6 address, cut within a part too', () => {
    expect(blockOfAddress('2001:db8:1:12ff:3:4:5:6', 56)).toBe('2001:db8:1:1200:0:0:0:0/56');
    expect(blockOfAddress('2001:db8:1:1201::9', 56)).toBe(blockOfAddress('2001:0DB8:1:12ff:3:4:5:6', 56));
    expect(blockOfAddress('2001:db8:1:1301::9', 56)).not.toBe(blockOfAddress('2001:db8:1:1201::9', 56));
    expect(blockOfAddress('fe80::1%eth0', 64)).toBe('fe80:0:0:0:0:0:0:0/64');
  });

  it('is the same at every port', () => {
    expect(['192.0.2.7:1234', '[2001:db8::7]:1234', '[2001:db8::7]'].map((address) => blockOfAddress(address, 56))).toEqual([
      '192.0.2.7',
      blockOfAddress('2001:db8::7', 56),
      blockOfAddress('2001:db8::7', 56),
    ]);
  });

  it('is one for all that have none', () => {
    expect([undefined, '', 'no address'].map((address) => blockOfAddress(address, 56))).toEqual(Array(3).fill('unknown'));
  });
});
