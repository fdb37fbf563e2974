import { describe, expect, it } from 'vitest';
import { createPeerMeasure } from './peer-record.js';

const HOUR_MS = 3_600_000;

function setUp() {
  const clock = { ms: 0 };
  const measure = createPeerMeasure({ monotonicMs: () => clock.ms });
  /** Rounds of a node, `x` where it fell short. */
  const record = (nodeIndex: number, rounds: string): void => {
    for (const round of rounds) measure.record(nodeIndex, round === 'x');
  };
  return { clock, measure, record };
}

describe('a node stands out', () => {
  it('when it falls short two times on end where its peers never do, not before', () => {
    const { measure, record } = setUp();
    for (const peer of [1, 2, 3]) record(peer, '....');
    record(0, 'x');
    expect(measure.standsOut(0)).toBe(false);
    record(0, 'x');
    expect(measure.standsOut(0)).toBe(true);
  });

  it('when it falls short every other time where its peers never do', () => {
    const { measure, record } = setUp();
    for (const peer of [1, 2, 3]) record(peer, '....');
    record(0, '.x.x.x.x.x.x');
    expect(measure.standsOut(0)).toBe(true);
  });

  it('when it falls short always where its peers do every third time', () => {
    const { measure, record } = setUp();
    for (const peer of [1, 2, 3]) record(peer, '..x..x..x');
    record(0, 'xxx');
    expect(measure.standsOut(0)).toBe(false);
    record(0, 'xxx');
    expect(measure.standsOut(0)).toBe(true);
  });
});

describe('a node does not stand out', () => {
  it('when most of its peers fall short as often, however often that is', () => {
    const { measure } = setUp();
    for (let round = 0; round < 200; round += 1) {
      for (let node = 0; node < 13; node += 1) measure.record(node, node > 2 && (round + node) % 2 === 0);
    }
    expect(Array.from({ length: 13 }, (_, node) => measure.standsOut(node))).not.toContain(true);
  });

  it('when it falls short once in five times', () => {
    const { measure, record } = setUp();
    for (const peer of [1, 2, 3]) record(peer, '....');
    record(0, 'x....'.repeat(20));
    expect(measure.standsOut(0)).toBe(false);
  });

  it('any more after six good answers, however long it fell short', () => {
    const { measure, record } = setUp();
    record(0, 'x'.repeat(500));
    record(0, '......');
    expect(measure.standsOut(0)).toBe(true);
    record(0, '.');
    expect(measure.standsOut(0)).toBe(false);
  });

  it('any more when it was not compared for an hour', () => {
    const { clock, measure, record } = setUp();
    record(0, 'xxxx');
    clock.ms = HOUR_MS - 1;
    expect(measure.standsOut(0)).toBe(true);
    clock.ms = HOUR_MS;
    expect(measure.standsOut(0)).toBe(false);
  });
});

it('fewer than half of the nodes do not move the measure of the others, whatever they do', () => {
  const { measure, record } = setUp();
  for (const good of [0, 1, 2]) record(good, '....');
  for (const bad of [3, 4]) record(bad, 'x'.repeat(50));
  record(0, 'xx');
  expect([0, 1, 2, 3, 4].filter((node) => measure.standsOut(node))).toEqual([0, 3, 4]);
});
