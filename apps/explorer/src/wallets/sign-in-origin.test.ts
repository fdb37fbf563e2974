import { expect, it } from 'vitest';
import { otherSignInOrigin } from './sign-in-origin.js';

const signIn = { domain: '127.0.0.1:8080', uri: 'http://127.0.0.1:8080', chainId: 'solana:abc' };

it('names the origin of sign-ins where the page is asked at another one', () => {
  expect(otherSignInOrigin(signIn, 'http://localhost:8080')).toBe('http://127.0.0.1:8080');
  expect(otherSignInOrigin(signIn, 'http://127.0.0.1:8080')).toBeUndefined();
  expect(otherSignInOrigin(undefined, 'http://localhost:8080')).toBeUndefined();
});
