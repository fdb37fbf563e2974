import { BoundedMap } from '@oracle-gateway/protocol';
import { createPeerMeasure, type PeerMeasure } from './peer-measure.js';

/**
 * What became of one node in a round that a quorum served: `agreed` saw what the quorum saw, `lacked` had no value or another. `declined`
 * refused for a reason that others may have caused.
 */
export type PeerOutcome = 'agreed' | 'lacked' | 'declined';

/** How nodes did beside their peers: for each source host who had the value, and over all rounds who declined. */
export interface PeerRecord {
  /** One round that a quorum served, by node index: what fewer nodes say proves nothing against the others. */
  note(host: string, outcomes: ReadonlyMap<number, PeerOutcome>): void;
  /** Whether the node is asked last for sources of this host. */
  isAskedLast(host: string, nodeIndex: number): boolean;
  /** Whether the gateway asks such a node along this time. */
  takeProbe(host: string, nodeIndex: number): boolean;
}

/** Hosts whose value some node lacked. A caller that fills this with hosts of its own pays a served round for each. */
const MAX_HOSTS = 2_048;

/** A host is remembered once a node lacks its value. What a caller's own source does to nodes counts for its own host alone. */
export function createPeerRecord(deps: { readonly monotonicMs: () => number }): PeerRecord {
  const declining = createPeerMeasure(deps);
  const hosts = new BoundedMap<string, PeerMeasure>(MAX_HOSTS);

  const reachOf = (host: string, outcomes: ReadonlyMap<number, PeerOutcome>): PeerMeasure | undefined =>
    [...outcomes.values()].includes('lacked') ? hosts.getOrCreate(host, () => createPeerMeasure(deps)) : hosts.get(host);

  return {
    note(host, outcomes) {
      const reach = reachOf(host, outcomes);
      for (const [nodeIndex, outcome] of outcomes) {
        declining.record(nodeIndex, outcome === 'declined');
        if (outcome !== 'declined') reach?.record(nodeIndex, outcome === 'lacked');
      }
    },
    isAskedLast: (host, nodeIndex) => declining.standsOut(nodeIndex) || hosts.get(host)?.standsOut(nodeIndex) === true,
    takeProbe(host, nodeIndex) {
      const probes = [declining.takeProbe(nodeIndex), hosts.get(host)?.takeProbe(nodeIndex) === true];
      return probes.includes(true);
    },
  };
}
