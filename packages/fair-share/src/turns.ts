import type { Tenant } from './tenant.js';
import { createPlaces, type Refused, type ShareDeps } from './places.js';
import type { ShareRuleOptions } from './threshold.js';

/** A queue for a resource that serves one at a time, such as a CPU. */
export interface Turns {
  /** Waits for a turn, or returns at once that too many wait. Rejects with the signal's reason if it is aborted before. */
  wait(tenant: Tenant, signal?: AbortSignal): Promise<Turn | Refused>;
  /** Callers that wait or have a turn. */
  readonly size: () => number;
}

export interface Turn {
  readonly ok: true;
  /** Ends the turn with its cost, in a unit that all turns share: milliseconds of a CPU. A second call does nothing. */
  end(cost: number): void;
}

/** `max` is of callers that wait or have a turn. */
export interface TurnsInput extends ShareRuleOptions {
  /** Turns at once. */
  readonly atOnce?: number;
  /** Most remembered tenants that hold nothing. */
  readonly maxTenants?: number;
}

/** Callers that are served as one: a tenant, or all strangers. */
interface Flow {
  /** The cost of its turns, in the virtual time of its group. */
  finish: number;
  /** Members in a turn, or waiting for one. */
  members: number;
  running: number;
  readonly waiting: Set<() => void>;
}

/** Flows of one level: the flow with the least cost is next. */
interface Group {
  /** The cost of the flow that was served last: a newcomer starts here and has no claim to earlier time. */
  virtualTime: number;
  readonly flows: Map<string, Flow>;
}

const STRANGERS = 'strangers';
/** Remembered flows that do not wait, because they had more than others. */
const MAX_IDLE_FLOWS = 1_024;

/**
 * Start-time fair queueing (Goyal, Vin and Cheng, 1996) by measured cost: of the waiting tenants, the one with the least cost is next. A tenant
 * with costly turns waits for its own turns; it delays another tenant by at most the turn that runs. All strangers are one tenant, inside which
 * the same rule holds. The queue itself is shared as places are.
 */
export function createTurns(input: TurnsInput, deps: ShareDeps): Turns {
  const { atOnce = 1 } = input;
  const places = createPlaces(input, deps);
  const [top, strangers] = [newGroup(), newGroup()];
  let running = 0;

  const next = (): void => {
    while (running < atOnce) {
      const flows = chooseFlows(top, strangers);
      const begin = flows?.[0].flow.waiting.values().next();
      if (flows === null || begin === undefined || begin.done === true) return;
      flows[0].flow.waiting.delete(begin.value);
      for (const { group, flow } of flows) {
        group.virtualTime = Math.max(group.virtualTime, flow.finish);
        flow.running += 1;
      }
      running += 1;
      begin.value();
    }
  };

  return {
    async wait(tenant, signal) {
      signal?.throwIfAborted();
      const taking = places.take(tenant);
      if (!taking.ok) return taking;
      const flows = tenant.isStranger ? [enter(strangers, tenant.name), enter(top, STRANGERS)] : [enter(top, tenant.name)];
      const leave = (): void => {
        for (const { group, name, flow } of flows) {
          flow.members -= 1;
          forget(group, name, flow);
        }
        taking.place.giveBack();
        if (places.used() === 0) for (const group of [top, strangers]) reset(group);
      };
      const waiting = flows[0]?.flow.waiting;
      let begin = (): void => undefined;
      const start = (): void => begin();
      waiting?.add(start);
      next();
      // Most turns begin at once: they need neither a promise nor a listener.
      if (waiting?.has(start) === true) {
        await new Promise<void>((resolve, reject) => {
          const giveUp = (): void => {
            waiting.delete(start);
            leave();
            reject(signal?.reason as Error);
          };
          begin = () => {
            signal?.removeEventListener('abort', giveUp);
            resolve();
          };
          signal?.addEventListener('abort', giveUp, { once: true });
        });
      }
      let isOver = false;
      return {
        ok: true,
        end(cost) {
          if (isOver) return;
          isOver = true;
          running -= 1;
          for (const { flow } of flows) {
            flow.running -= 1;
            flow.finish += Math.max(0, cost);
          }
          leave();
          next();
        },
      };
    },
    size: places.used,
  };
}

interface Entered {
  readonly group: Group;
  readonly name: string;
  readonly flow: Flow;
}

function newGroup(): Group {
  return { virtualTime: 0, flows: new Map() };
}

function enter(group: Group, name: string): Entered {
  const flow = group.flows.get(name) ?? { finish: 0, members: 0, running: 0, waiting: new Set() };
  // It was idle: it has no claim to the time in which it did not wait.
  if (flow.members === 0) flow.finish = Math.max(flow.finish, group.virtualTime);
  flow.members += 1;
  group.flows.delete(name);
  group.flows.set(name, flow);
  return { group, name, flow };
}

/** A flow that had no more than others equals a new one and is forgotten. A bounded number of the others is kept. */
function forget({ flows, virtualTime }: Group, name: string, flow: Flow): void {
  if (flow.members === 0 && flow.finish <= virtualTime) flows.delete(name);
  let tries = 2;
  for (const [other, { members, finish }] of flows) {
    if (tries === 0) return;
    tries -= 1;
    if (members === 0 && (finish <= virtualTime || flows.size > MAX_IDLE_FLOWS)) flows.delete(other);
  }
}

/** Nothing runs and nothing waits: all flows start anew. */
function reset(group: Group): void {
  group.virtualTime = 0;
  group.flows.clear();
}

/** The next caller, by tenant first; null: no tenant waits. */
function chooseFlows(top: Group, strangers: Group): readonly [Entered, ...Entered[]] | null {
  const stranger = least(strangers, ({ waiting }) => waiting.size > 0);
  const chosen = least(top, ({ waiting }, name) => waiting.size > 0 || (name === STRANGERS && stranger !== null));
  if (chosen === null) return null;
  return chosen.name === STRANGERS && stranger !== null ? [stranger, chosen] : [chosen];
}

function least(group: Group, waits: (flow: Flow, name: string) => boolean): Entered | null {
  let chosen: Entered | null = null;
  for (const [name, flow] of group.flows) {
    if (waits(flow, name) && (chosen === null || isBefore(flow, chosen.flow))) chosen = { group, name, flow };
  }
  return chosen;
}

function isBefore(one: Flow, other: Flow): boolean {
  return one.finish < other.finish || (one.finish === other.finish && one.running < other.running);
}
