import { BoundedMap } from '@oracle-gateway/protocol';
import { createPeerMeasure } from './peer-measure.js';
import { createPeerPanel, type PartyView, type PeerPanel } from './peer-panel.js';
import { createPunctuality } from './punctuality.js';

/** From where nodes are seen: the host of a source, and the party whose round asks them. */
export interface Vantage {
  readonly host: string;
  readonly party: string;
}

/** Without a party: what counts for all. */
export type OpenVantage = Pick<Vantage, 'host'> & { readonly party?: string | undefined };

/**
 * What became of one node in a round that a quorum served: `agreed` saw what the quorum saw, `lacked` had no value or another. `declined`
 * refused for a reason that others may have caused. `failed` gave no usable answer.
 */
export type PeerOutcome = 'agreed' | 'lacked' | 'declined' | 'failed';

/**
 * How nodes did beside their peers. What a source or a caller can bring about counts for the rounds of its own party at once. It counts for
 * others only where several parties saw it, at the host or on all hosts.
 */
export interface PeerRecord {
  /** One round that a quorum served, by node index: what fewer nodes say proves nothing against the others. */
  note(vantage: Vantage, outcomes: ReadonlyMap<number, PeerOutcome>): void;
  /** Designated signers of such a round, by node index whether the round had to go on without the node. */
  notePunctuality(vantage: Vantage, wasLate: ReadonlyMap<number, boolean>): void;
  /** Whether the node is asked last. */
  isAskedLast(vantage: OpenVantage, nodeIndex: number): boolean;
  /** Whether the node is designated last, since it kept rounds waiting lately. */
  isLate(vantage: OpenVantage, nodeIndex: number): boolean;
  /** Whether the gateway asks such a node along this time. */
  takeProbe(vantage: OpenVantage, nodeIndex: number): boolean;
}

/** Hosts where some node fell short. A caller that fills this with hosts of its own pays a served round for each. */
const MAX_HOSTS = 512;

export function createPeerRecord(deps: { readonly monotonicMs: () => number }): PeerRecord {
  const shortfalls = createReach(deps, () => createPeerMeasure(deps));
  const lateness = createReach(deps, () => createPunctuality(deps));
  return {
    note({ host, party }, outcomes) {
      shortfalls.ofHost(host, [...outcomes.values()].some(fellShort))?.record(party, mapped(outcomes, fellShort));
      // That a node lacks a value says something of its way to that host alone.
      shortfalls.everywhere.record(
        party,
        mapped(outcomes, (outcome) => outcome === 'declined' || outcome === 'failed'),
      );
    },
    notePunctuality({ host, party }, wasLate) {
      lateness.ofHost(host, [...wasLate.values()].includes(true))?.record(party, wasLate);
      lateness.everywhere.record(party, wasLate);
    },
    isAskedLast: (vantage, nodeIndex) => shortfalls.panels(vantage).some((panel) => panel.standsOut(vantage.party, nodeIndex)),
    isLate: (vantage, nodeIndex) => lateness.panels(vantage).some((panel) => panel.standsOut(vantage.party, nodeIndex)),
    takeProbe: (vantage, nodeIndex) =>
      shortfalls
        .panels(vantage)
        .map((panel) => panel.takeProbe(vantage.party, nodeIndex))
        .includes(true),
  };
}

/** A host is remembered once a node falls short there. */
function createReach(deps: { readonly monotonicMs: () => number }, createView: () => PartyView) {
  const createPanel = (): PeerPanel => createPeerPanel({ ...deps, createView });
  const everywhere = createPanel();
  const hosts = new BoundedMap<string, PeerPanel>(MAX_HOSTS);
  return {
    everywhere,
    ofHost: (host: string, isNews: boolean): PeerPanel | undefined => (isNews ? hosts.getOrCreate(host, createPanel) : hosts.get(host)),
    panels({ host }: Pick<Vantage, 'host'>): readonly PeerPanel[] {
      const ofHost = hosts.get(host);
      return ofHost === undefined ? [everywhere] : [ofHost, everywhere];
    },
  };
}

function fellShort(outcome: PeerOutcome): boolean {
  return outcome !== 'agreed';
}

function mapped<In, Out>(map: ReadonlyMap<number, In>, change: (value: In) => Out): ReadonlyMap<number, Out> {
  return new Map([...map].map(([nodeIndex, value]) => [nodeIndex, change(value)]));
}
