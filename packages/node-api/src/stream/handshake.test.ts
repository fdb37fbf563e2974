import { toHex } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { commonVersion, encodeHandshake, encodeHandshakeAnswer, readHandshake, readHandshakeAnswer } from './handshake.js';

const KEY = new Uint8Array(32).fill(7);
const NODE_KEY = new Uint8Array(32).fill(8);
const ZEROS = '00'.repeat(32);

describe('the header of a handshake', () => {
  it('is read as it was written, with and without an encryption key', () => {
    for (const encryptionKey of [NODE_KEY, null]) {
      const bytes = encodeHandshake({ versions: [1, 4], gatewayKey: KEY, encryptionKey });
      const handshake = readHandshake(toHex(bytes));
      expect(handshake).toEqual({ bytes: new Uint8Array(bytes), versions: [1, 4], gatewayKey: KEY, encryptionKey });
    }
  });

  it.each<[string, string | undefined]>([
    ['missing', undefined],
    ['not hex', '0xzz'],
    ['of half a byte', '0x1'],
    ['without a prefix', `0101${'07'.repeat(32)}${ZEROS}`],
    ['in upper case', `0x0101${'AB'.repeat(32)}${ZEROS}`],
    ['without versions', `0x00${'07'.repeat(32)}${ZEROS}`],
    ['of too many versions', `0x09010203040506070809${'07'.repeat(32)}${ZEROS}`],
    ['with versions that do not ascend', `0x020101${'07'.repeat(32)}${ZEROS}`],
    ['too short', `0x0101${'07'.repeat(32)}${'00'.repeat(31)}`],
    ['too long', `0x0101${'07'.repeat(32)}${ZEROS}00`],
    ['endless', `0x${'00'.repeat(1_000)}`],
  ])('is refused where it is %s', (_, header) => {
    expect(readHandshake(header)).toBeNull();
  });

  it('names versions, and the latest common one is used', () => {
    const offering = (...versions: number[]) => commonVersion({ bytes: KEY, versions, gatewayKey: KEY, encryptionKey: null });
    expect([offering(1), offering(0, 1, 2), offering(2, 3)]).toEqual([1, 1, null]);
  });
});

describe('the header of the answer', () => {
  it('is read as it was written', () => {
    const header = encodeHandshakeAnswer({ version: 1, nodeKey: NODE_KEY });
    expect(readHandshakeAnswer(header, [1])).toEqual({ version: 1, nodeKey: NODE_KEY });
  });

  it('is refused for a version that was not offered, and for another length', () => {
    expect(readHandshakeAnswer(encodeHandshakeAnswer({ version: 2, nodeKey: NODE_KEY }), [1])).toBeNull();
    expect(readHandshakeAnswer(`0x01${'08'.repeat(31)}`, [1])).toBeNull();
    expect(readHandshakeAnswer(undefined, [1])).toBeNull();
  });
});
