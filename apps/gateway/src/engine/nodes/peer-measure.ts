import { ALLOWANCE, type PartyView, STANDS_OUT_FROM } from './peer-panel.js';

/** At most, so that six good answers clear any node. */
const MAX_EXCESS = 3;
/** Rounds after which older ones count half. */
const WINDOW = 32;
/** Fewer rounds say little of how often a node falls short. */
const ENOUGH = 4;
/** Fewer peers are no measure, since one of them may be at fault itself; they count as never falling short. */
const ENOUGH_PEERS = 3;
/** A node that was not compared for so long has no record any more. */
const FORGOTTEN_AFTER_MS = 3_600_000;

interface Standing {
  readonly excess: number;
  readonly shortfalls: number;
  readonly rounds: number;
  readonly atMs: number;
}

/**
 * Tells the nodes that fall short far more often than their peers. No node is judged by its own count alone. A moving source or a hostile
 * caller makes honest nodes fall short too, but most of them at once, which moves the measure. Holds as many entries as a registry has
 * places.
 */
export function createPeerMeasure(deps: { readonly monotonicMs: () => number }): PartyView {
  const standings = new Map<number, Standing>();

  const standingOf = (nodeIndex: number): Standing | null => {
    const standing = standings.get(nodeIndex);
    return standing === undefined || deps.monotonicMs() - standing.atMs >= FORGOTTEN_AFTER_MS ? null : standing;
  };

  const rateOfPeers = (nodeIndex: number): number => {
    const peers = [...standings.keys()].filter((index) => index !== nodeIndex);
    const rates = peers.flatMap((index) => {
      const standing = standingOf(index);
      return standing === null ? [] : [standing.shortfalls / Math.max(standing.rounds, ENOUGH)];
    });
    return rates.length < ENOUGH_PEERS ? 0 : lowerMedian(rates);
  };

  return {
    record(nodeIndex, fellShort) {
      const { excess, shortfalls, rounds } = standingOf(nodeIndex) ?? { excess: 0, shortfalls: 0, rounds: 0 };
      const weight = rounds >= WINDOW ? 0.5 : 1;
      const due = rateOfPeers(nodeIndex) + ALLOWANCE;
      standings.set(nodeIndex, {
        excess: Math.min(Math.max(excess + Number(fellShort) - due, 0), MAX_EXCESS),
        shortfalls: shortfalls * weight + Number(fellShort),
        rounds: rounds * weight + 1,
        atMs: deps.monotonicMs(),
      });
    },
    standsOut: (nodeIndex) => (standingOf(nodeIndex)?.excess ?? 0) >= STANDS_OUT_FROM,
    voice(nodeIndex) {
      const standing = standingOf(nodeIndex);
      if (standing === null) return null;
      const { shortfalls, rounds, atMs } = standing;
      return { excess: shortfalls / rounds - rateOfPeers(nodeIndex) - ALLOWANCE, untilMs: atMs + FORGOTTEN_AFTER_MS };
    },
  };
}

function lowerMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
