import { BoundedMap } from '@oracle-gateway/protocol';

/** How much more often than the median of its peers a node may fall short. */
export const ALLOWANCE = 0.25;
/** More than its due: two times on end where peers never do, three times and more where they do sometimes. */
export const STANDS_OUT_FROM = 1.5;

/** What the rounds of one party tell of each node. */
export interface PartyView {
  /** Whether the node fell short in a round where a quorum of its peers did not. */
  record(nodeIndex: number, fellShort: boolean): void;
  standsOut(nodeIndex: number): boolean;
  /** Null for a node that was not compared. */
  voice(nodeIndex: number): Voice | null;
}

export interface Voice {
  /** How much more often than its due the node falls short, from -1 to 1 less the allowance. */
  readonly excess: number;
  /** It says nothing from then on. */
  readonly untilMs: number;
}

/**
 * What several parties tell of nodes. A party's own view counts for its own rounds at once. For the rounds of others it is one voice of the
 * latest that compared the node, however many rounds it has: a party with a source of its own can make any node fall short.
 */
export interface PeerPanel {
  /** One round of a party, by node index whether the node fell short. */
  record(party: string, fellShort: ReadonlyMap<number, boolean>): void;
  /** For the rounds of this party; without one, for rounds of any. */
  standsOut(party: string | undefined, nodeIndex: number): boolean;
  /** True once in a while for a node that stands out: it is to be asked along, to see whether it still falls short. */
  takeProbe(party: string | undefined, nodeIndex: number): boolean;
}

/**
 * Parties with a voice on a node. One party never makes a node stand out. Where all of these compared the node lately, six are needed.
 */
const PARTIES = 16;
const PROBED_EVERY_MS = 5_000;

/** Holds views of so many parties, and of as many nodes as a registry has places. */
export function createPeerPanel(deps: { readonly monotonicMs: () => number; readonly createView: () => PartyView }): PeerPanel {
  const views = new BoundedMap<string, PartyView>(PARTIES);
  const voices = new Map<number, BoundedMap<string, Voice>>();
  const probedAtMs = new Map<number, number>();

  const excessOf = (nodeIndex: number): number => {
    const nowMs = deps.monotonicMs();
    let sum = 0;
    for (const { excess, untilMs } of voices.get(nodeIndex)?.values() ?? []) if (nowMs < untilMs) sum += excess;
    return sum;
  };
  const standsOut = (party: string | undefined, nodeIndex: number): boolean =>
    (party !== undefined && views.peek(party)?.standsOut(nodeIndex) === true) || excessOf(nodeIndex) >= STANDS_OUT_FROM;

  return {
    record(party, fellShort) {
      const view = views.getOrCreate(party, deps.createView);
      for (const [nodeIndex, isShort] of fellShort) view.record(nodeIndex, isShort);
      for (const nodeIndex of fellShort.keys()) {
        const ofNode = voices.get(nodeIndex) ?? new BoundedMap(PARTIES);
        voices.set(nodeIndex, ofNode);
        const voice = view.voice(nodeIndex);
        if (voice !== null) ofNode.set(party, voice);
      }
    },
    standsOut,
    takeProbe(party, nodeIndex) {
      const nowMs = deps.monotonicMs();
      if (nowMs - (probedAtMs.get(nodeIndex) ?? -Infinity) < PROBED_EVERY_MS || !standsOut(party, nodeIndex)) return false;
      probedAtMs.set(nodeIndex, nowMs);
      return true;
    },
  };
}
