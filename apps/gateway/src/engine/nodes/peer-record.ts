import type { Tenant } from '@oracle-gateway/fair-share';
import { fetchUrl, type SourceId, toHex, type UnixMs, isList } from '@oracle-gateway/protocol';
import { BoundedMap, type Subject, type SubjectSource } from '@oracle-gateway/protocol/internal';

/** Point of view on the nodes: the hosts of the sources, and the tenant whose round asks them. */
export interface Vantage {
  readonly hosts: readonly string[];
  readonly tenant: string;
}

/** Point of view of a round on its nodes: the hosts of all its sources, each once, and the tenant. */
export function vantageOf({ subject, tenant }: { readonly subject: Subject; readonly tenant: Tenant }): Vantage {
  return { hosts: [...new Set(subject.sources.map(hostOf))], tenant: tenant.name };
}

/** Origin of a value of a round, by its place in an observation: all sources of an index, under the id of the index. */
export function originOfValue({ form, sourceId, sources }: Subject, place: number): Pick<ValueOutcomes, 'sourceId' | 'hosts'> {
  const source = isList(form) ? sources[place] : undefined;
  if (source !== undefined) return { sourceId: source.sourceId, hosts: [hostOf(source)] };
  return { sourceId, hosts: sources.map(hostOf) };
}

/** A round asks for the hosts of its sources at each of its steps. */
const hosts = new WeakMap<SubjectSource, string>();

/** Host and port, whatever the text of the URL. */
export function hostOf(source: SubjectSource): string {
  const host = hosts.get(source) ?? new URL(fetchUrl(source.apiConfig)).host;
  hosts.set(source, host);
  return host;
}

/** Outcomes of the nodes of one round at one of its values. Rounds of one source and stamp may have them from one fetch of each node. */
export interface ValueOutcomes {
  readonly sourceId: SourceId;
  readonly observedAtMs: UnixMs;
  readonly hosts: readonly string[];
  /** Outcomes by node index. */
  readonly ofNodes: ReadonlyMap<number, PeerOutcome>;
}

/**
 * Outcome of one node in a round that a quorum served: `agreed` saw what the quorum saw, `lacked` had no value or another. `declined`
 * refused for a reason that others may have caused. `failed` gave no usable answer.
 */
export type PeerOutcome = 'agreed' | 'lacked' | 'declined' | 'failed';

/**
 * Outcomes of nodes beside their peers. An outcome that a source or a caller can cause counts for the rounds of its own tenant at once. It
 * counts for others only where several tenants saw it, at the host or on all hosts.
 */
export interface PeerRecord {
  /**
   * One round that a quorum served, for a tenant: what fewer nodes say proves nothing against the others. An outcome of a node at one source and
   * stamp counts once for each tenant's own rounds, and once for all others: by the tenant that tells it first.
   */
  note(tenant: string, outcomes: readonly ValueOutcomes[]): void;
  /** Designated signers of such a round, by node index whether the round had to go on without the node. */
  notePunctuality(vantage: Vantage, wasLate: ReadonlyMap<number, boolean>): void;
  /** Whether the node is asked last. */
  readonly isAskedLast: (vantage: Vantage, nodeIndex: number) => boolean;
  /** Whether the node is designated last, since it kept rounds waiting lately. */
  readonly isLate: (vantage: Vantage, nodeIndex: number) => boolean;
  /** Whether the gateway asks such a node along this time. */
  readonly takeProbe: (vantage: Vantage, nodeIndex: number) => boolean;
}

/** Hosts where some node fell short. A caller that fills this with hosts of its own pays a served round for each. */
const MAX_HOSTS = 512;

export function createPeerRecord(deps: { readonly monotonicMs: () => number }): PeerRecord {
  const shortfalls = createReach(deps, createPeerMeasure);
  const lateness = createReach(deps, createPunctuality);
  const heard = createHeardOutcomes();
  return {
    note(tenant, outcomes) {
      const { own, forOthers } = heard.newsOf(tenant, outcomes);
      shortfalls.record(tenant, own, forOthers);
    },
    notePunctuality({ hosts, tenant }, wasLate) {
      const late = { atHosts: new Map(hosts.map((host) => [host, wasLate])), everywhere: wasLate };
      lateness.record(tenant, late, late);
    },
    isAskedLast: shortfalls.standsOut,
    isLate: lateness.standsOut,
    takeProbe: shortfalls.takeProbe,
  };
}

/** Whether a node fell short in a round, by node index: at each of its hosts, and on all hosts. */
interface Shortfalls {
  readonly atHosts: ReadonlyMap<string, ReadonlyMap<number, boolean>>;
  readonly everywhere: ReadonlyMap<number, boolean>;
}

interface CountedShortfalls extends Shortfalls {
  readonly atHosts: Map<string, Map<number, boolean>>;
  readonly everywhere: Map<number, boolean>;
}

/** Sources and stamps whose outcomes are remembered. Rounds that share a fetch end within seconds of each other. */
const MAX_HEARD = 4_096;

/**
 * Tells outcomes that were heard before. A node may answer all rounds of a source and stamp from one fetch: a hundred rounds that lack its
 * value may be one failure. An outcome unlike that of another round is news, so a node that serves one tenant and fails others hides nothing.
 */
function createHeardOutcomes() {
  /** Tenants that told an outcome, by node and outcome, by source and stamp. */
  const heard = new BoundedMap<string, Map<string, Set<string>>>(MAX_HEARD);
  return {
    /** Outcomes that are new to the tenant itself, and outcomes that no other tenant has told. */
    newsOf(tenant: string, outcomes: readonly ValueOutcomes[]): { readonly own: Shortfalls; readonly forOthers: Shortfalls } {
      const own: CountedShortfalls = { atHosts: new Map(), everywhere: new Map() };
      const forOthers: CountedShortfalls = { atHosts: new Map(), everywhere: new Map() };
      for (const { sourceId, observedAtMs, hosts, ofNodes } of outcomes) {
        const value = `${toHex(sourceId)}/${observedAtMs}`;
        const ofValue = heard.get(value) ?? new Map<string, Set<string>>();
        heard.set(value, ofValue);
        for (const [nodeIndex, outcome] of ofNodes) {
          const tenants = ofValue.get(`${nodeIndex}/${outcome}`) ?? new Set();
          ofValue.set(`${nodeIndex}/${outcome}`, tenants);
          if (tenants.has(tenant)) continue;
          count(own, { hosts, nodeIndex, outcome });
          if (tenants.size === 0) count(forOthers, { hosts, nodeIndex, outcome });
          tenants.add(tenant);
        }
      }
      return { own, forOthers };
    },
  };
}

/** A node that falls short at one of several values from a host falls short there. */
function count(
  { atHosts, everywhere }: CountedShortfalls,
  { hosts, nodeIndex, outcome }: { readonly hosts: readonly string[]; readonly nodeIndex: number; readonly outcome: PeerOutcome },
): void {
  for (const host of hosts) {
    const atHost = atHosts.get(host) ?? new Map<number, boolean>();
    atHosts.set(host, atHost);
    atHost.set(nodeIndex, outcome !== 'agreed' || atHost.get(nodeIndex) === true);
  }
  // That a node lacks a value says something of its way to that host alone.
  const fellShort = outcome === 'declined' || outcome === 'failed';
  everywhere.set(nodeIndex, fellShort || everywhere.get(nodeIndex) === true);
}

/** A panel of each host and one of all hosts. */
interface Reach {
  /** One round: what is new to its tenant, and what is news to others. */
  readonly record: (tenant: string, own: Shortfalls, forOthers: Shortfalls) => void;
  readonly standsOut: (vantage: Vantage, nodeIndex: number) => boolean;
  readonly takeProbe: (vantage: Vantage, nodeIndex: number) => boolean;
}

/** A host is remembered once a node falls short there. */
function createReach(deps: { readonly monotonicMs: () => number }, createView: PeerPanelDeps['createView']): Reach {
  const createPanel = (): PeerPanel => createPeerPanel({ monotonicMs: deps.monotonicMs, createView });
  const ofAllHosts = createPanel();
  const hosts = new BoundedMap<string, PeerPanel>(MAX_HOSTS);
  return {
    record(tenant, own, forOthers) {
      for (const [host, atHost] of own.atHosts) {
        const fellShort = [...atHost.values()].includes(true);
        const ofHost = fellShort ? hosts.getOrCreate(host, createPanel) : hosts.get(host);
        ofHost?.record(tenant, atHost, forOthers.atHosts.get(host) ?? new Map());
      }
      ofAllHosts.record(tenant, own.everywhere, forOthers.everywhere);
    },
    standsOut: (vantage, nodeIndex) =>
      vantage.hosts.some((host) => hosts.get(host)?.standsOut(vantage.tenant, nodeIndex) === true) ||
      ofAllHosts.standsOut(vantage.tenant, nodeIndex),
    takeProbe(vantage, nodeIndex) {
      const probed = vantage.hosts.filter((host) => hosts.get(host)?.takeProbe(vantage.tenant, nodeIndex) === true);
      return ofAllHosts.takeProbe(vantage.tenant, nodeIndex) || probed.length > 0;
    },
  };
}

/** Share by which a node may fall short more often than the median of its peers. */
export const ALLOWANCE = 0.25;
/** More than its due: two times on end where peers never do, three times and more where they do sometimes. */
export const STANDS_OUT_FROM = 1.5;

/** One tenant's view of the nodes, from its rounds. */
export interface TenantView {
  /** Whether the node fell short in a round where a quorum of its peers did not. */
  record(nodeIndex: number, fellShort: boolean): void;
  standsOut(nodeIndex: number): boolean;
  /** Null for a node that was not compared. */
  voice(nodeIndex: number): Voice | null;
}

export interface Voice {
  /** Share by which the node falls short more often than its due, from -1 to 1 less the allowance. */
  readonly excess: number;
  /** It says nothing from then on. */
  readonly untilMs: number;
}

/**
 * Several tenants' views of the nodes. A tenant's own view counts for its own rounds at once. For the rounds of others it is one voice of
 * the latest that compared the node, however many rounds it has: a tenant with a source of its own can make any node fall short.
 */
export interface PeerPanel {
  /** One round of a tenant, by node index whether the node fell short. `forOthers` is the part that no other tenant has told. Default: all of it. */
  record(tenant: string, fellShort: ReadonlyMap<number, boolean>, forOthers?: ReadonlyMap<number, boolean>): void;
  /** Judges for the rounds of this tenant. */
  standsOut(tenant: string, nodeIndex: number): boolean;
  /** True once in a while for a node that stands out: it is to be asked along, to see whether it still falls short. */
  takeProbe(tenant: string, nodeIndex: number): boolean;
}

/**
 * Tenants with a voice on a node. One tenant never makes a node stand out. Where all of these compared the node lately, six are needed.
 */
const TENANTS = 16;
const PROBED_EVERY_MS = 5_000;

export interface PeerPanelDeps {
  readonly monotonicMs: () => number;
  readonly createView: (deps: { readonly monotonicMs: () => number }) => TenantView;
}

/** Holds views of so many tenants, and of as many nodes as a registry has places. */
export function createPeerPanel(deps: PeerPanelDeps): PeerPanel {
  /** The view that a tenant's own rounds go by, and that of its voice. */
  const views = new BoundedMap<string, { readonly own: TenantView; readonly told: TenantView }>(TENANTS);
  const voices = new Map<number, BoundedMap<string, Voice>>();
  const probedAtMs = new Map<number, number>();

  const excessOf = (nodeIndex: number): number => {
    const nowMs = deps.monotonicMs();
    let sum = 0;
    for (const { excess, untilMs } of voices.get(nodeIndex)?.values() ?? []) if (nowMs < untilMs) sum += excess;
    return sum;
  };
  const standsOut = (tenant: string, nodeIndex: number): boolean =>
    views.peek(tenant)?.own.standsOut(nodeIndex) === true || excessOf(nodeIndex) >= STANDS_OUT_FROM;

  return {
    record(tenant, fellShort, forOthers = fellShort) {
      const { own, told } = views.getOrCreate(tenant, () => ({ own: deps.createView(deps), told: deps.createView(deps) }));
      for (const [nodeIndex, isShort] of fellShort) own.record(nodeIndex, isShort);
      for (const [nodeIndex, isShort] of forOthers) told.record(nodeIndex, isShort);
      for (const nodeIndex of forOthers.keys()) {
        const ofNode = voices.get(nodeIndex) ?? new BoundedMap(TENANTS);
        voices.set(nodeIndex, ofNode);
        const voice = told.voice(nodeIndex);
        if (voice !== null) ofNode.set(tenant, voice);
      }
    },
    standsOut,
    takeProbe(tenant, nodeIndex) {
      const nowMs = deps.monotonicMs();
      if (nowMs - (probedAtMs.get(nodeIndex) ?? -Infinity) < PROBED_EVERY_MS || !standsOut(tenant, nodeIndex)) return false;
      probedAtMs.set(nodeIndex, nowMs);
      return true;
    },
  };
}

/** Limit of the excess, so that six good answers clear any node. */
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
export function createPeerMeasure(deps: { readonly monotonicMs: () => number }): TenantView {
  const standings = new Map<number, Standing>();

  const standingOf = (nodeIndex: number): Standing | null => {
    const standing = standings.get(nodeIndex);
    return standing === undefined || deps.monotonicMs() - standing.atMs >= FORGOTTEN_AFTER_MS ? null : standing;
  };

  const rateOfPeers = (nodeIndex: number): number => {
    const rates: number[] = [];
    let isNonZero = false;
    for (const index of standings.keys()) {
      const standing = index === nodeIndex ? null : standingOf(index);
      if (standing === null) continue;
      rates.push(standing.shortfalls / Math.max(standing.rounds, ENOUGH));
      isNonZero ||= standing.shortfalls > 0;
    }
    return !isNonZero || rates.length < ENOUGH_PEERS ? 0 : lowerMedian(rates);
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

/** Milliseconds for which a single late answer counts: a collection of garbage is no habit. */
const FIRST_MS = 30_000;
const LONGEST_MS = 600_000;

interface Lateness {
  /** Number of times that the node was late again after its time was over, and not on time in between; -1: on time. */
  readonly repeats: number;
  readonly untilMs: number;
}

/**
 * Which designated signers kept the rounds of one tenant waiting. Such a node is designated last for a while, and for twice as long each time
 * that it is late at once again: a node that stays slow delays few rounds, however few there are. One that answers on time begins anew.
 */
export function createPunctuality(deps: { readonly monotonicMs: () => number }): TenantView {
  const known = new Map<number, Lateness>();
  const isLate = (nodeIndex: number): boolean => {
    const lateness = known.get(nodeIndex);
    return lateness !== undefined && lateness.repeats >= 0 && deps.monotonicMs() < lateness.untilMs;
  };
  return {
    record(nodeIndex, wasLate) {
      const nowMs = deps.monotonicMs();
      if (!wasLate) known.set(nodeIndex, { repeats: -1, untilMs: nowMs + LONGEST_MS });
      // Rounds at once are delayed by the same slowness.
      else if (!isLate(nodeIndex)) {
        const repeats = (known.get(nodeIndex)?.repeats ?? -1) + 1;
        known.set(nodeIndex, { repeats, untilMs: nowMs + Math.min(FIRST_MS * 2 ** repeats, LONGEST_MS) });
      }
    },
    standsOut: isLate,
    voice(nodeIndex) {
      const lateness = known.get(nodeIndex);
      return lateness === undefined ? null : { excess: Number(lateness.repeats >= 0) - ALLOWANCE, untilMs: lateness.untilMs };
    },
  };
}

/** Remembers which sources gave nodes different values lately. */
export interface UnstableSources {
  record(sourceId: SourceId): void;
  has(sourceId: SourceId): boolean;
}

const REMEMBERED_MS = 60_000;
const MAX_SOURCES = 10_000;

export function createUnstableSources(deps: { readonly monotonicMs: () => number }): UnstableSources {
  const seenAtMs = new BoundedMap<string, number>(MAX_SOURCES);
  return {
    record(sourceId) {
      seenAtMs.set(toHex(sourceId), deps.monotonicMs());
    },
    has(sourceId) {
      const atMs = seenAtMs.get(toHex(sourceId));
      return atMs !== undefined && deps.monotonicMs() - atMs < REMEMBERED_MS;
    },
  };
}
