import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/x402-authorization-key.json' with { type: 'json' };
import { fromHex, toHex } from './hex.js';
import { x402AuthorizationKey } from './x402-authorization-key.js';

describe('key of a payment authorization', () => {
  it.each(file.vectors)('$hash matches the vector', ({ message, hash }) => {
    expect(toHex(x402AuthorizationKey(fromHex(message)))).toBe(hash);
  });
});
