import { describe, expect, it } from 'vitest';
import { fromBase64 } from './base64.js';

describe('base64 of the ledger’s RPC', () => {
  it('is read as bytes', () => {
    expect(fromBase64('AP8Q')).toEqual(Uint8Array.of(0, 255, 16));
    expect(fromBase64('')).toEqual(new Uint8Array(0));
  });

  it.each(['no base64!', 'A', 'AP8Q====='])('is refused where it is something else: %s', (text) => {
    expect(() => fromBase64(text)).toThrow(expect.objectContaining({ name: 'TransportError', peer: 'ledger' }));
  });
});
