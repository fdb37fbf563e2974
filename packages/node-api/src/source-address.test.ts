import { describe, expect, it } from 'vitest';
import { isAllowedSource, isAllowedSourceText, isPublicAddress, literalAddressAllowed, literalHost, sourceName } from './source-address.js';
import { SourceAddressError } from './source-address-error.js';

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '198.17.255.255',
  '223.255.255.255',
];
const PUBLIC_V6 = ['2606:4700:4700::1111', '2a00:1450:4001:830::200e', '2001:4860:4860::8888'];

const SPECIAL: readonly (readonly [string, string])[] = [
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.127.255.255', 'carrier-grade NAT'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['169.254.169.254', 'link-local, cloud metadata'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.8', 'protocol assignments'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', '6to4 relay'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'benchmark'],
  ['198.19.255.255', 'benchmark'],
  ['198.51.100.7', 'documentation'],
  ['203.0.113.7', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'mapped loopback'],
  ['::ffff:7f00:1', 'mapped loopback'],
  ['::ffff:8.8.8.8', 'mapped, whatever it carries'],
  ['::127.0.0.1', 'IPv4-compatible, deprecated'],
  ['::8.8.8.8', 'IPv4-compatible, deprecated'],
  ['::ffff:0:127.0.0.1', 'translated'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b::808:808', 'NAT64'],
  ['64:ff9b:1::1', 'local NAT64'],
  ['100::1', 'discard'],
  ['2001::1', 'Teredo'],
  ['2001:2::1', 'benchmark'],
  ['2001:db8::1', 'documentation'],
  ['3fff::1', 'documentation'],
  ['2002:7f00:1::1', '6to4 of loopback'],
  ['2002:808:808::1', '6to4'],
  ['5f00::1', 'segment routing'],
  ['fc00::1', 'unique local'],
  ['fd12:3456::1', 'unique local'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with a zone'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['4000::1', 'not assigned'],
  ['e000::1', 'not assigned'],
];

describe('isPublicAddress', () => {
  it.each([...PUBLIC, ...PUBLIC_V6])('%s is public', (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });

  it.each(SPECIAL)('%s is not public (%s)', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });

  it.each(['', 'localhost', '127.1', '0x7f000001', '2130706433', '010.8.8.8', '8.8.8.8 ', '8.8.8', '[::1]', '2606:4700::1%1', '1.1.1.256'])(
    'a text that is no plain address is not public: %j',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );
});

describe('literalHost', () => {
  it.each([
    ['http://127.0.0.1/', '127.0.0.1', 80],
    ['http://127.1/', '127.0.0.1', 80],
    ['http://2130706433/', '127.0.0.1', 80],
    ['http://0x7f000001/', '127.0.0.1', 80],
    ['http://0x7f.0.0.1/', '127.0.0.1', 80],
    ['http://0177.0.0.1/', '127.0.0.1', 80],
    ['http://017700000001/', '127.0.0.1', 80],
    ['http://127.0.0.1./', '127.0.0.1', 80],
    ['http://0/', '0.0.0.0', 80],
    ['http://%31%32%37.0.0.1/', '127.0.0.1', 80],
    ['https://[::1]:8443/', '::1', 8443],
    ['https://[::ffff:127.0.0.1]/', '::ffff:7f00:1', 443],
    ['https://[0:0:0:0:0:0:0:1]/', '::1', 443],
    ['https://1.1.1.1/', '1.1.1.1', 443],
  ])('%s is the address %s', (url, address, port) => {
    expect(literalHost(url)).toEqual({ host: address, address, port });
  });

  it.each([
    ['https://Example.COM/x', 'example.com', 443],
    ['http://localhost:8080/', 'localhost', 8080],
    ['http://127.0.0.1.example.com/', '127.0.0.1.example.com', 80],
  ])('%s is a name', (url, host, port) => {
    expect(literalHost(url)).toEqual({ host, address: null, port });
  });

  it.each(['', 'http://', 'http://[::1', 'http://256.256.256.256/', 'ftp://example.com/', 'file:///etc/passwd', 'http://a b/'])(
    'refuses %j, which has no usable host',
    (url) => {
      expect(() => literalHost(url)).toThrow(SourceAddressError);
    },
  );
});

describe('the allow-list', () => {
  it('refuses a literal address that is not public', () => {
    expect(literalAddressAllowed('http://127.0.0.1:9000/x', [])).toBe(false);
    expect(literalAddressAllowed('http://[::ffff:10.0.0.1]/', [])).toBe(false);
    expect(literalAddressAllowed('http://0x7f.1:9000/', ['127.0.0.1:9001'])).toBe(false);
  });

  it('lets a literal address through when its exact host and port are named, in whatever spelling it is asked', () => {
    expect(literalAddressAllowed('http://127.0.0.1:9000/x', ['127.0.0.1:9000'])).toBe(true);
    expect(literalAddressAllowed('http://0x7f.1:9000/x', ['127.0.0.1:9000'])).toBe(true);
    expect(literalAddressAllowed('https://[0:0::1]/', ['[::1]:443'])).toBe(true);
  });

  it('lets public addresses and names through: a name is judged when it is resolved', () => {
    expect(literalAddressAllowed('https://1.1.1.1/', [])).toBe(true);
    expect(literalAddressAllowed('https://localhost/', [])).toBe(true);
  });

  it('compares host and port, with the default port of the scheme', () => {
    expect(sourceName('https://Prices.example/v2')).toBe('prices.example:443');
    expect(isAllowedSource('http://prices.example/', ['prices.example:80'])).toBe(true);
    expect(isAllowedSource('https://prices.example/', ['prices.example:80'])).toBe(false);
  });

  it('reads entries in one spelling only, so that none silently never matches', () => {
    expect(isAllowedSourceText('127.0.0.1:9000')).toBe(true);
    expect(isAllowedSourceText('prices.example:80')).toBe(true);
    expect(isAllowedSourceText('[::1]:8080')).toBe(true);
    for (const entry of [
      'prices.example',
      'http://a:80',
      '127.1:80',
      'A.example:80',
      'a:99999',
      'a:080',
      '*:80',
      'u@a:80',
      '[::0]:1',
      '',
    ]) {
      expect(isAllowedSourceText(entry), entry).toBe(false);
    }
  });
});
