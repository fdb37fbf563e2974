import { expect, it } from 'vitest';

import { registrationOf } from './node-registrations.js';

function data(tag: number): Uint8Array {
  const fields = [
    [tag, 7],
    ...[64, 32, 32, 32, 20].map((length, place) => Array.from({ length }, () => place + 1)),
    [9, ...new TextEncoder().encode('http://n7')],
  ];
  return Uint8Array.from(fields.flat());
}

it('reads index, keys, proof and endpoint of a registration', () => {
  expect(registrationOf(data(5))).toEqual({
    index: 7,
    encryptionKey: `0x${'02'.repeat(32)}`,
    operator: `0x${'03'.repeat(32)}`,
    s: `0x${'04'.repeat(32)}`,
    commitment: `0x${'05'.repeat(20)}`,
    endpoint: 'http://n7',
  });
});

it('reads no other instruction, and none that is cut', () => {
  expect(registrationOf(data(6))).toBeNull();
  expect(registrationOf(data(5).subarray(0, 182))).toBeNull();
});
