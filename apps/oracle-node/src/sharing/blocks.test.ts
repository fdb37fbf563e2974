import { describe, expect, it } from 'vitest';
import { createBlocks } from './blocks.js';

describe('a block', () => {
  it('is a stranger until a gateway has signed from there, and again when none has for a day', () => {
    const clock = { ms: 0 };
    const blocks = createBlocks({ monotonicMs: () => clock.ms });
    expect(blocks.tenantOf('192.0.2.1')).toEqual({ name: 'block:192.0.2.1', isStranger: true });
    blocks.noteGateway('192.0.2.1');
    expect([blocks.tenantOf('192.0.2.1').isStranger, blocks.tenantOf('192.0.2.2').isStranger]).toEqual([false, true]);
    clock.ms = 24 * 60 * 60 * 1_000;
    expect(blocks.tenantOf('192.0.2.1').isStranger).toBe(true);
  });
});
