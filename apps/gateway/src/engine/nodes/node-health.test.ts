import { describe, expect, it } from 'vitest';
import { createNodeHealth } from './node-health.js';

function healthAt(start = 0) {
  const clock = { ms: start };
  return { clock, health: createNodeHealth({ monotonicMs: () => clock.ms }) };
}

describe('createNodeHealth', () => {
  it('a node is healthy until it fails, and one failure is forgotten after half a minute', () => {
    const { clock, health } = healthAt();
    expect(health.isFailing(1)).toBe(false);
    health.recordFailure(1);
    clock.ms = 29_999;
    expect(health.isFailing(1)).toBe(true);
    clock.ms = 30_000;
    expect(health.isFailing(1)).toBe(false);
  });

  it('a node that answers in between and fails again stays failing', () => {
    const { health } = healthAt();
    for (let round = 0; round < 5; round += 1) {
      health.recordFailure(1);
      health.recordSuccess(1);
    }
    expect(health.isFailing(1)).toBe(true);
  });

  it('successes clear a failing node', () => {
    const { health } = healthAt();
    health.recordFailure(1);
    health.recordSuccess(1);
    health.recordSuccess(1);
    expect(health.isFailing(1)).toBe(false);
  });

  it('however often a node has failed, it is asked again within two minutes', () => {
    const { clock, health } = healthAt();
    for (let failure = 0; failure < 1_000; failure += 1) health.recordFailure(1);
    clock.ms = 120_000;
    expect(health.isFailing(1)).toBe(false);
  });

  it('nodes are judged one by one', () => {
    const { health } = healthAt();
    health.recordFailure(1);
    expect(health.isFailing(2)).toBe(false);
  });
});
