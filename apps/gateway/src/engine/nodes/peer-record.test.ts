import { describe, expect, it } from 'vitest';
import { createPeerRecord, type PeerOutcome } from './peer-record.js';

const [HOST, OTHER_HOST] = ['api.example.com', 'other.example.com'];
const [PARTY, OTHER_PARTY] = ['key:one', 'key:other'];
const NODES = [0, 1, 2, 3, 4];

function setUp() {
  const record = createPeerRecord({ monotonicMs: () => 0 });
  const note = (host: string, party: string, nodeIndex: number, outcome: PeerOutcome, times = 2): void => {
    for (let time = 0; time < times; time += 1) record.note({ host, party }, new Map([[nodeIndex, outcome]]));
  };
  const keepsWaiting = (host: string, party: string, nodeIndex: number): void => {
    record.notePunctuality({ host, party }, new Map([[nodeIndex, true]]));
  };
  return { record, note, keepsWaiting };
}

describe('a node is asked last', () => {
  it('for a host whose value it lacks again and again, and for no other', () => {
    const { record, note } = setUp();
    note(HOST, PARTY, 0, 'lacked');
    const asked = [HOST, OTHER_HOST].map((host) => record.isAskedLast({ host, party: PARTY }, 0));
    expect([...asked, record.isAskedLast({ host: HOST, party: PARTY }, 1)]).toEqual([true, false, false]);
  });

  it.each<PeerOutcome>(['declined', 'failed'])('for every host of the party in whose rounds it %s again and again', (outcome) => {
    const { record, note } = setUp();
    note(HOST, PARTY, 0, outcome);
    expect([HOST, OTHER_HOST].map((host) => record.isAskedLast({ host, party: PARTY }, 0))).toEqual([true, true]);
  });

  it('until it has agreed for a while', () => {
    const { record, note } = setUp();
    note(HOST, PARTY, 0, 'lacked');
    note(HOST, PARTY, 0, 'agreed', 7);
    expect(record.isAskedLast({ host: HOST, party: PARTY }, 0)).toBe(false);
  });
});

describe('what one party saw, in however many rounds and on however many hosts,', () => {
  it.each<PeerOutcome>(['lacked', 'declined', 'failed'])('says nothing to others (%s)', (outcome) => {
    const { record, note } = setUp();
    for (let host = 0; host < 50; host += 1) note(`${host}.example.net`, PARTY, 0, outcome);
    note(HOST, PARTY, 0, outcome, 500);
    for (const host of [HOST, '0.example.net', OTHER_HOST]) {
      expect([record.isAskedLast({ host, party: OTHER_PARTY }, 0), record.isAskedLast({ host }, 0)]).toEqual([false, false]);
    }
  });

  it('makes no node late for others', () => {
    const { record, keepsWaiting } = setUp();
    for (let round = 0; round < 50; round += 1) keepsWaiting(HOST, PARTY, 0);
    const late = [PARTY, OTHER_PARTY, undefined].map((party) => record.isLate({ host: HOST, party }, 0));
    expect(late).toEqual([true, false, false]);
  });
});

describe('what several parties saw', () => {
  it.each<[PeerOutcome, boolean]>([
    ['lacked', false],
    ['declined', true],
    ['failed', true],
  ])('counts for all at that host (%s), and on all hosts: %s', (outcome, everywhere) => {
    const { record, note } = setUp();
    for (const party of [PARTY, OTHER_PARTY]) note(HOST, party, 0, outcome, 1);
    const asked = [HOST, OTHER_HOST].map((host) => record.isAskedLast({ host, party: 'key:third' }, 0));
    expect(asked).toEqual([true, everywhere]);
  });

  it('of a late node counts for all', () => {
    const { record, keepsWaiting } = setUp();
    for (const party of [PARTY, OTHER_PARTY]) keepsWaiting(HOST, party, 0);
    expect([HOST, OTHER_HOST].map((host) => record.isLate({ host, party: 'key:third' }, 0))).toEqual([true, true]);
  });

  it('is outweighed by three times as many that see the node do as its peers', () => {
    const { record, note } = setUp();
    note(HOST, PARTY, 0, 'failed', 20);
    for (const party of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) note(HOST, party, 0, 'agreed', 1);
    note(HOST, OTHER_PARTY, 0, 'failed', 20);
    expect(record.isAskedLast({ host: HOST, party: 'key:third' }, 0)).toBe(false);
  });

  it('leaves out what a node did as often as its peers', () => {
    const { record } = setUp();
    for (let round = 0; round < 400; round += 1) {
      const outcomes = NODES.map((node): [number, PeerOutcome] => [node, (round + node) % 2 === 0 ? 'declined' : 'agreed']);
      record.note({ host: HOST, party: `key:${Math.floor(round / 2) % 8}` }, new Map(outcomes));
    }
    expect(NODES.filter((node) => record.isAskedLast({ host: HOST, party: 'key:third' }, node))).toEqual([]);
  });
});

it('a node that falls short in a fifth of the rounds of each of many parties is asked last by none of them', () => {
  const { record } = setUp();
  for (let round = 0; round < 320; round += 1) {
    const outcomes = NODES.map((node): [number, PeerOutcome] => [node, node === 0 && round % 5 === 0 ? 'failed' : 'agreed']);
    record.note({ host: HOST, party: `key:${round % 16}` }, new Map(outcomes));
    expect(record.isAskedLast({ host: HOST, party: 'key:third' }, 0) && round > 32).toBe(false);
  }
});

it('the memory of hosts is bounded, and forgets the one that was used longest ago', () => {
  const { record, note } = setUp();
  note(HOST, PARTY, 0, 'lacked');
  for (let host = 0; host < 512; host += 1) note(`${host}.example.net`, PARTY, 1, 'lacked');
  expect(record.isAskedLast({ host: HOST, party: PARTY }, 0)).toBe(false);
});

it('a node that is asked last is asked along once in a while', () => {
  const { record, note } = setUp();
  note(HOST, PARTY, 0, 'lacked');
  const [here, there] = [
    { host: HOST, party: PARTY },
    { host: OTHER_HOST, party: PARTY },
  ];
  expect([record.takeProbe(here, 0), record.takeProbe(here, 0), record.takeProbe(here, 1), record.takeProbe(there, 0)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
