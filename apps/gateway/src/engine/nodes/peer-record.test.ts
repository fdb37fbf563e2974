import { type SourceId, unixMs } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { createPeerRecord, type PeerOutcome, type ValueOutcomes } from './peer-record.js';

const [HOST, OTHER_HOST] = ['api.example.com', 'other.example.com'];
const [TENANT, OTHER_TENANT, UNHEARD] = ['key:one', 'key:other', 'key:unheard'];
const NODES = [0, 1, 2, 3, 4];
const SOURCE = new Uint8Array(32) as SourceId;

let stampMs = 0;

/** Outcomes of one value from a host, under a stamp of its own if none is given. */
function seen(host: string, ofNodes: Iterable<readonly [number, PeerOutcome]>, observedAtMs = (stampMs += 100)): ValueOutcomes {
  return { sourceId: SOURCE, observedAtMs: unixMs(observedAtMs), hosts: [host], ofNodes: new Map(ofNodes) };
}

function setUp() {
  const record = createPeerRecord({ monotonicMs: () => 0 });
  const note = (host: string, tenant: string, nodeIndex: number, outcome: PeerOutcome, times = 2): void => {
    for (let time = 0; time < times; time += 1) record.note(tenant, [seen(host, [[nodeIndex, outcome]])]);
  };
  const keepsWaiting = (host: string, tenant: string, nodeIndex: number): void => {
    record.notePunctuality({ hosts: [host], tenant }, new Map([[nodeIndex, true]]));
  };
  return { record, note, keepsWaiting };
}

describe('a node is asked last', () => {
  it('for a host whose value it lacks again and again, and for no other', () => {
    const { record, note } = setUp();
    note(HOST, TENANT, 0, 'lacked');
    const asked = [HOST, OTHER_HOST].map((host) => record.isAskedLast({ hosts: [host], tenant: TENANT }, 0));
    expect([...asked, record.isAskedLast({ hosts: [HOST], tenant: TENANT }, 1)]).toEqual([true, false, false]);
  });

  it.each<PeerOutcome>(['declined', 'failed'])('for every host of the tenant in whose rounds it %s again and again', (outcome) => {
    const { record, note } = setUp();
    note(HOST, TENANT, 0, outcome);
    expect([HOST, OTHER_HOST].map((host) => record.isAskedLast({ hosts: [host], tenant: TENANT }, 0))).toEqual([true, true]);
  });

  it('until it has agreed for a while', () => {
    const { record, note } = setUp();
    note(HOST, TENANT, 0, 'lacked');
    note(HOST, TENANT, 0, 'agreed', 7);
    expect(record.isAskedLast({ hosts: [HOST], tenant: TENANT }, 0)).toBe(false);
  });
});

describe('what one tenant saw, in however many rounds and on however many hosts,', () => {
  it.each<PeerOutcome>(['lacked', 'declined', 'failed'])('says nothing to others (%s)', (outcome) => {
    const { record, note } = setUp();
    for (let host = 0; host < 50; host += 1) note(`${host}.example.net`, TENANT, 0, outcome);
    note(HOST, TENANT, 0, outcome, 500);
    for (const host of [HOST, '0.example.net', OTHER_HOST]) {
      expect([
        record.isAskedLast({ hosts: [host], tenant: OTHER_TENANT }, 0),
        record.isAskedLast({ hosts: [host], tenant: UNHEARD }, 0),
      ]).toEqual([false, false]);
    }
  });

  it('makes no node late for others', () => {
    const { record, keepsWaiting } = setUp();
    for (let round = 0; round < 50; round += 1) keepsWaiting(HOST, TENANT, 0);
    const late = [TENANT, OTHER_TENANT, UNHEARD].map((tenant) => record.isLate({ hosts: [HOST], tenant }, 0));
    expect(late).toEqual([true, false, false]);
  });
});

describe('what several tenants saw', () => {
  it.each<[PeerOutcome, boolean]>([
    ['lacked', false],
    ['declined', true],
    ['failed', true],
  ])('counts for all at that host (%s), and on all hosts: %s', (outcome, everywhere) => {
    const { record, note } = setUp();
    for (const tenant of [TENANT, OTHER_TENANT]) note(HOST, tenant, 0, outcome, 1);
    const asked = [HOST, OTHER_HOST].map((host) => record.isAskedLast({ hosts: [host], tenant: 'key:third' }, 0));
    expect(asked).toEqual([true, everywhere]);
  });

  it('of a late node counts for all', () => {
    const { record, keepsWaiting } = setUp();
    for (const tenant of [TENANT, OTHER_TENANT]) keepsWaiting(HOST, tenant, 0);
    expect([HOST, OTHER_HOST].map((host) => record.isLate({ hosts: [host], tenant: 'key:third' }, 0))).toEqual([true, true]);
  });

  it('is outweighed by three times as many that see the node do as its peers', () => {
    const { record, note } = setUp();
    note(HOST, TENANT, 0, 'failed', 20);
    for (const tenant of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) note(HOST, tenant, 0, 'agreed', 1);
    note(HOST, OTHER_TENANT, 0, 'failed', 20);
    expect(record.isAskedLast({ hosts: [HOST], tenant: 'key:third' }, 0)).toBe(false);
  });

  it('leaves out what a node did as often as its peers', () => {
    const { record } = setUp();
    for (let round = 0; round < 400; round += 1) {
      const outcomes = NODES.map((node): [number, PeerOutcome] => [node, (round + node) % 2 === 0 ? 'declined' : 'agreed']);
      record.note(`key:${Math.floor(round / 2) % 8}`, [seen(HOST, outcomes)]);
    }
    expect(NODES.filter((node) => record.isAskedLast({ hosts: [HOST], tenant: 'key:third' }, node))).toEqual([]);
  });
});

it('a node that falls short in a fifth of the rounds of each of many tenants is asked last by none of them', () => {
  const { record } = setUp();
  for (let round = 0; round < 320; round += 1) {
    const outcomes = NODES.map((node): [number, PeerOutcome] => [node, node === 0 && round % 5 === 0 ? 'failed' : 'agreed']);
    record.note(`key:${round % 16}`, [seen(HOST, outcomes)]);
    expect(record.isAskedLast({ hosts: [HOST], tenant: 'key:third' }, 0) && round > 32).toBe(false);
  }
});

describe('a round of several hosts', () => {
  it('is judged at each of them, and counts once on all hosts', () => {
    const { record } = setUp();
    const outcomes = (outcome: PeerOutcome) => [[0, outcome]] as const;
    const hosts = ['a.example', 'b.example', 'c.example'];
    // Once on three hosts is no habit; twice at one of them is.
    record.note(
      TENANT,
      hosts.map((host) => seen(host, outcomes('failed'))),
    );
    expect(record.isAskedLast({ hosts: [OTHER_HOST], tenant: TENANT }, 0)).toBe(false);
    record.note(TENANT, [seen(HOST, outcomes('lacked'))]);
    record.note(TENANT, [seen(HOST, outcomes('lacked'))]);
    expect(record.isAskedLast({ hosts: [OTHER_HOST, HOST], tenant: TENANT }, 0)).toBe(true);
  });
});

it('the memory of hosts is bounded, and forgets the one that was used longest ago', () => {
  const { record, note } = setUp();
  note(HOST, TENANT, 0, 'lacked');
  for (let host = 0; host < 512; host += 1) note(`${host}.example.net`, TENANT, 1, 'lacked');
  expect(record.isAskedLast({ hosts: [HOST], tenant: TENANT }, 0)).toBe(false);
});

it('a node that is asked last is asked along once in a while', () => {
  const { record, note } = setUp();
  note(HOST, TENANT, 0, 'lacked');
  const [here, there] = [
    { hosts: [HOST], tenant: TENANT },
    { hosts: [OTHER_HOST], tenant: TENANT },
  ];
  expect([record.takeProbe(here, 0), record.takeProbe(here, 0), record.takeProbe(here, 1), record.takeProbe(there, 0)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

describe('an outcome of one source and stamp, in however many rounds,', () => {
  const STAMP_MS = 1_795_000_000_000;
  const isAskedLast = (record: ReturnType<typeof setUp>['record'], tenant: string): boolean =>
    record.isAskedLast({ hosts: [HOST], tenant }, 0);

  it.each<PeerOutcome>(['lacked', 'declined', 'failed'])('counts once for the rounds of its tenant (%s)', (outcome) => {
    const { record } = setUp();
    for (let round = 0; round < 64; round += 1) record.note(TENANT, [seen(HOST, [[0, outcome]], STAMP_MS)]);
    expect(isAskedLast(record, TENANT)).toBe(false);
    record.note(TENANT, [seen(HOST, [[0, outcome]], STAMP_MS + 100)]);
    expect(isAskedLast(record, TENANT)).toBe(true);
  });

  it('counts once for all others, however many tenants tell it', () => {
    const { record } = setUp();
    for (let tenant = 0; tenant < 16; tenant += 1) record.note(`key:${tenant}`, [seen(HOST, [[0, 'failed']], STAMP_MS)]);
    for (const _ of NODES) for (let tenant = 0; tenant < 16; tenant += 1) record.note(`key:${tenant}`, [seen(HOST, [[0, 'agreed']])]);
    expect(isAskedLast(record, UNHEARD)).toBe(false);
  });

  it('makes a node clear itself no faster than a failure accuses it', () => {
    const { record } = setUp();
    for (let round = 0; round < 4; round += 1) record.note(TENANT, [seen(HOST, [[0, 'lacked']])]);
    for (let round = 0; round < 64; round += 1) record.note(TENANT, [seen(HOST, [[0, 'agreed']], STAMP_MS)]);
    expect(isAskedLast(record, TENANT)).toBe(true);
  });

  it('is hidden by no other outcome: a node that serves one tenant and fails others is told by those', () => {
    const { record } = setUp();
    record.note('key:served', [seen(HOST, [[0, 'agreed']], STAMP_MS)]);
    for (const [place, tenant] of [TENANT, OTHER_TENANT, 'key:third'].entries()) {
      record.note('key:served', [seen(HOST, [[0, 'agreed']], STAMP_MS + place * 100)]);
      record.note(tenant, [seen(HOST, [[0, 'failed']], STAMP_MS + place * 100)]);
    }
    expect(isAskedLast(record, UNHEARD)).toBe(true);
  });

  it('counts for the own rounds of each tenant that sees it', () => {
    const { record } = setUp();
    for (let round = 0; round < 2; round += 1) {
      for (const tenant of [OTHER_TENANT, TENANT]) record.note(tenant, [seen(HOST, [[0, 'lacked']], STAMP_MS + round * 100)]);
    }
    expect(isAskedLast(record, TENANT)).toBe(true);
  });
});
