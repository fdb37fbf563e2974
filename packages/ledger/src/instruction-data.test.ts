import { describe, expect, it } from 'vitest';

import { InstructionData } from './instruction-data.js';

describe('instruction data', () => {
  it('writes the fields in order, integers little-endian', () => {
    const data = new InstructionData(14)
      .u8('a', 255)
      .u16('e', 0x0403)
      .u64('b', 0x0102n)
      .time('c', 3n)
      .bytes('d', Uint8Array.of(9, 8), 2)
      .finish();
    expect([...data]).toEqual([14, 255, 3, 4, 2, 1, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 9, 8]);
  });

  it('refuses what does not fit, naming the field', () => {
    const data = (): InstructionData => new InstructionData(0);
    expect(() => data().u8('count', 256)).toThrow(/^count: /);
    expect(() => data().u8('count', -1)).toThrow(RangeError);
    expect(() => data().u8('count', 0.5)).toThrow(RangeError);
    expect(() => data().u16('length', 65_536)).toThrow(/^length: /);
    expect(() => data().u16('length', -1)).toThrow(RangeError);
    expect(() => data().u64('amount', 2n ** 64n)).toThrow(/^amount: /);
    expect(() => data().u64('amount', -1n)).toThrow(RangeError);
    expect(() => data().time('expires', 2n ** 63n)).toThrow(/^expires: /);
    expect(() => data().bytes('key', new Uint8Array(31), 32)).toThrow(/^key: must be 32 bytes/);
  });
});
