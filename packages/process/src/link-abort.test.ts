import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { linkAbort } from './link-abort.js';

describe('linkAbort', () => {
  it('ends when the other does, with its reason', () => {
    const other = new AbortController();
    const { signal } = linkAbort(other.signal);
    expect(signal.aborted).toBe(false);
    other.abort('gone');
    expect([signal.aborted, signal.reason]).toEqual([true, 'gone']);
  });

  it('has ended when the other had before', () => {
    expect(linkAbort(AbortSignal.abort('gone')).signal.reason).toBe('gone');
  });

  it('ends by itself, first reason first, and the other goes on', () => {
    const other = new AbortController();
    const own = linkAbort(other.signal);
    own.abort('enough');
    expect([own.signal.reason, other.signal.aborted]).toEqual(['enough', false]);
    other.abort('gone');
    expect(own.signal.reason).toBe('enough');
  });

  it('leaves no listener on the other once it has ended or was released, however often it is made', () => {
    const other = new AbortController();
    for (let made = 0; made < 1_000; made += 1) {
      const own = linkAbort(other.signal);
      if (made % 2 === 0) own.release();
      else own.abort();
    }
    expect(getEventListeners(other.signal, 'abort')).toEqual([]);
  });

  it('goes on when the other ends once it was released, and can still end by itself', () => {
    const other = new AbortController();
    const own = linkAbort(other.signal);
    own.release();
    other.abort('gone');
    expect(own.signal.aborted).toBe(false);
    own.abort('enough');
    expect(own.signal.reason).toBe('enough');
  });
});
