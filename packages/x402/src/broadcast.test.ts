import { describe, expect, it } from 'vitest';
import { BroadcastPermit, BroadcastAbandonedError } from './broadcast.js';

describe('leave to broadcast', () => {
  it('comes once the signature is recorded', async () => {
    const events: string[] = [];
    const broadcast = new BroadcastPermit((signature) => Promise.resolve(void events.push(`recorded ${signature}`)));
    await broadcast.allow('s').then(() => events.push('allowed'));
    expect(events).toEqual(['recorded s', 'allowed']);
    expect(broadcast.signature).toBe('s');
  });

  it('does not come when the recording fails', async () => {
    const broadcast = new BroadcastPermit(() => Promise.reject(new Error('disk full')));
    await expect(broadcast.allow('s')).rejects.toThrow('disk full');
    expect(broadcast.signature).toBeNull();
  });

  it('does not come once it was given up, even while the signature is being recorded', async () => {
    let recorded = (): void => undefined;
    const broadcast = new BroadcastPermit(() => new Promise((resolve) => (recorded = resolve)));
    const allowed = broadcast.allow('s');
    broadcast.giveUp();
    recorded();
    await expect(allowed).rejects.toThrow(BroadcastAbandonedError);
    expect(broadcast.signature).toBeNull();
  });

  it('does not come, and no caller waits for it, when it is given up and the recording never ends', async () => {
    const broadcast = new BroadcastPermit(() => new Promise(() => undefined));
    const allowed = broadcast.allow('s');
    broadcast.giveUp();
    await expect(allowed).rejects.toThrow(BroadcastAbandonedError);
  });

  it('does not come, and nothing is recorded, when it was given up before', async () => {
    const broadcast = new BroadcastPermit(() => Promise.reject(new Error('nothing is to be recorded')));
    broadcast.giveUp();
    await expect(broadcast.allow('s')).rejects.toThrow(BroadcastAbandonedError);
  });

  it('is not taken back when it was given before', async () => {
    const broadcast = new BroadcastPermit(() => Promise.resolve());
    await broadcast.allow('s');
    broadcast.giveUp();
    expect(broadcast.signature).toBe('s');
  });
});
