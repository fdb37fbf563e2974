import { describe, expect, it } from 'vitest';
import { createPeerPanel, createPeerMeasure } from './peer-record.js';

const HOUR_MS = 3_600_000;
/** A tenant without a round. */
const UNHEARD = 'unheard';

function setUp() {
  const clock = { ms: 0 };
  const deps = { monotonicMs: () => clock.ms };
  const panel = createPeerPanel({ ...deps, createView: () => createPeerMeasure(deps) });
  const record = (tenant: string, nodeIndex: number, fellShort: boolean): void => panel.record(tenant, new Map([[nodeIndex, fellShort]]));
  return { clock, panel, record };
}

describe('a node stands out for all', () => {
  it.each([
    [0, 2],
    [2, 3],
    [4, 4],
    [10, 6],
  ])('where %i of the latest tenants saw it do as its peers, once %i saw it fall short', (content, needed) => {
    const { panel, record } = setUp();
    for (let tenant = 0; tenant < content; tenant += 1) record(`content ${tenant}`, 0, false);
    const standsOut = Array.from({ length: needed }, (_, tenant) => {
      record(`short ${tenant}`, 0, true);
      return panel.standsOut(UNHEARD, 0);
    });
    expect(standsOut).toEqual(standsOut.map((_, tenant) => tenant === needed - 1));
  });

  it('until the tenants that saw it fall short have not compared it for an hour', () => {
    const { clock, panel, record } = setUp();
    for (const tenant of ['one', 'other']) record(tenant, 0, true);
    clock.ms = HOUR_MS - 1;
    expect(panel.standsOut(UNHEARD, 0)).toBe(true);
    clock.ms = HOUR_MS;
    expect(panel.standsOut(UNHEARD, 0)).toBe(false);
  });

  it('however many tenants come that do not compare it', () => {
    const { panel, record } = setUp();
    for (const tenant of ['one', 'other']) record(tenant, 0, true);
    for (let tenant = 0; tenant < 100; tenant += 1) record(`${tenant}`, 1, false);
    expect([panel.standsOut(UNHEARD, 0), panel.standsOut('one', 0)]).toEqual([true, true]);
  });
});

it('a node that stands out is probed once in five seconds, any other never', () => {
  const { clock, panel, record } = setUp();
  for (const tenant of ['one', 'other']) record(tenant, 0, true);
  record('one', 1, false);
  expect([panel.takeProbe('one', 0), panel.takeProbe('other', 0), panel.takeProbe('one', 1)]).toEqual([true, false, false]);
  clock.ms = 5_000;
  expect(panel.takeProbe(UNHEARD, 0)).toBe(true);
});
