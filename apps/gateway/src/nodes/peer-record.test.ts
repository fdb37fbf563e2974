import { describe, expect, it } from 'vitest';
import { createPeerRecord, type PeerOutcome } from './peer-record.js';

const [HOST, OTHER_HOST] = ['api.example.com', 'other.example.com'];

function setUp() {
  const record = createPeerRecord({ monotonicMs: () => 0 });
  const note = (host: string, nodeIndex: number, outcome: PeerOutcome, times = 2): void => {
    for (let time = 0; time < times; time += 1) record.note(host, new Map([[nodeIndex, outcome]]));
  };
  return { record, note };
}

describe('a node is asked last', () => {
  it('for a host whose value it lacks again and again, and for no other', () => {
    const { record, note } = setUp();
    note(HOST, 0, 'lacked');
    expect([record.isAskedLast(HOST, 0), record.isAskedLast(OTHER_HOST, 0), record.isAskedLast(HOST, 1)]).toEqual([true, false, false]);
  });

  it('for every host where it declines again and again', () => {
    const { record, note } = setUp();
    note(HOST, 0, 'declined');
    expect([record.isAskedLast(HOST, 0), record.isAskedLast(OTHER_HOST, 0)]).toEqual([true, true]);
  });

  it('until it has agreed for a while', () => {
    const { record, note } = setUp();
    note(HOST, 0, 'lacked');
    note(HOST, 0, 'agreed', 7);
    expect(record.isAskedLast(HOST, 0)).toBe(false);
  });
});

it('a node that declines says nothing of the host', () => {
  const { record, note } = setUp();
  note(HOST, 0, 'lacked', 1);
  note(HOST, 0, 'declined', 1);
  note(OTHER_HOST, 0, 'agreed', 4);
  expect(record.isAskedLast(HOST, 0)).toBe(false);
});

it('the memory of hosts is bounded, and forgets the one that was used longest ago', () => {
  const { record, note } = setUp();
  note(HOST, 0, 'lacked');
  for (let host = 0; host < 2_048; host += 1) note(`${host}.example.net`, 1, 'lacked');
  expect(record.isAskedLast(HOST, 0)).toBe(false);
});

it('a node that is asked last is asked along once in a while', () => {
  const { record, note } = setUp();
  note(HOST, 0, 'lacked');
  expect([record.takeProbe(HOST, 0), record.takeProbe(HOST, 0), record.takeProbe(HOST, 1), record.takeProbe(OTHER_HOST, 0)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
