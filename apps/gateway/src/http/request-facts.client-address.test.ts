import { expect, it } from 'vitest';
import { clientAddress } from './request-facts.js';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:5678', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['192.0.2.1:', 'unknown'],
  ['192.0.2.999:1', 'unknown'],
  ['[192.0.2.1', 'unknown'],
  ['what a client wrote', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('the address of %j is %s', (told, address) => {
  expect(clientAddress(told)).toBe(address);
});
