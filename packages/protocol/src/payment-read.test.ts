import { expect, it } from 'vitest';
import { paymentReadMessage } from './payment-read.js';
import { unixSeconds } from './units.js';

it('is one line of text that names transaction and time', () => {
  const message = paymentReadMessage({ signature: '5'.repeat(88), timestampSeconds: unixSeconds(1_795_224_390) });
  expect(new TextDecoder().decode(message)).toBe(`Oracle Gateway: read payment ${'5'.repeat(88)} at 1795224390`);
});
