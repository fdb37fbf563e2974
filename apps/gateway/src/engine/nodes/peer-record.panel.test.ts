import { describe, expect, it } from 'vitest';
import { createPeerPanel, createPeerMeasure } from './peer-record.js';

const HOUR_MS = 3_600_000;

function setUp() {
  const clock = { ms: 0 };
  const deps = { monotonicMs: () => clock.ms };
  const panel = createPeerPanel({ ...deps, createView: () => createPeerMeasure(deps) });
  const record = (party: string, nodeIndex: number, fellShort: boolean): void => panel.record(party, new Map([[nodeIndex, fellShort]]));
  return { clock, panel, record };
}

describe('a node stands out for all', () => {
  it.each([
    [0, 2],
    [2, 3],
    [4, 4],
    [10, 6],
  ])('where %i of the latest parties saw it do as its peers, once %i saw it fall short', (content, needed) => {
    const { panel, record } = setUp();
    for (let party = 0; party < content; party += 1) record(`content ${party}`, 0, false);
    const standsOut = Array.from({ length: needed }, (_, party) => {
      record(`short ${party}`, 0, true);
      return panel.standsOut(undefined, 0);
    });
    expect(standsOut).toEqual(standsOut.map((_, party) => party === needed - 1));
  });

  it('until the parties that saw it fall short have not compared it for an hour', () => {
    const { clock, panel, record } = setUp();
    for (const party of ['one', 'other']) record(party, 0, true);
    clock.ms = HOUR_MS - 1;
    expect(panel.standsOut(undefined, 0)).toBe(true);
    clock.ms = HOUR_MS;
    expect(panel.standsOut(undefined, 0)).toBe(false);
  });

  it('however many parties come that do not compare it', () => {
    const { panel, record } = setUp();
    for (const party of ['one', 'other']) record(party, 0, true);
    for (let party = 0; party < 100; party += 1) record(`${party}`, 1, false);
    expect([panel.standsOut(undefined, 0), panel.standsOut('one', 0)]).toEqual([true, true]);
  });
});

it('a node that stands out is probed once in five seconds, any other never', () => {
  const { clock, panel, record } = setUp();
  for (const party of ['one', 'other']) record(party, 0, true);
  record('one', 1, false);
  expect([panel.takeProbe('one', 0), panel.takeProbe('other', 0), panel.takeProbe('one', 1)]).toEqual([true, false, false]);
  clock.ms = 5_000;
  expect(panel.takeProbe(undefined, 0)).toBe(true);
});
