import { createBudget, createPlaces, createRegulars, type Tenant } from '@oracle-gateway/fair-share';
import type { GatewayError } from '../errors/gateway-error.js';
import { shareError, type ShareEvents } from '../errors/share-error.js';

/** A refused request and its cost. */
export interface RefusedRequest {
  readonly method: string;
  /** Milliseconds of the thread that it took. */
  readonly usedMs: number;
}

/** Requests that are refused, as something that senders share. */
export interface RefusalBudget {
  /**
   * Throws `rate_limited` for a sender that was refused too often lately, before anything of the request is checked; not at once, so that
   * it does not ask again at once. The wait ends with `gone` at the latest.
   */
  requireShare(sender: Tenant, gone: AbortSignal): Promise<void>;
  /** A round of the sender was served: honest callers are behind that address too. */
  served(sender: Tenant): void;
  /** A request that was let in was refused. */
  charge(sender: Tenant, refusal: GatewayError, request: RefusedRequest): void;
}

export interface RefusalBudgetDeps {
  readonly events: ShareEvents;
  /** A clock that is never set back. */
  readonly monotonicMs: () => number;
  /** Resolves after so many milliseconds, and when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * A refused request counts as one, and takes one to two milliseconds of the one thread. A sender may have half of what is left: a thousand in five
 * seconds where no other is refused, fewer beside others, and some in any case.
 */
const BUDGET = { max: 3_000, windowMs: 5_000, factor: 1 / 2, reserve: 0, atLeast: 20 } as const;
/** Milliseconds of the thread that a request takes. */
const ORDINARY_MS = 2;
/** Each millisecond beyond counts as so many: while one request has the thread, every step of every round waits. */
const COSTLY = 3;
/** No body takes longer; the machine may have stood still. */
const MOST_MS = 50;
/** A read, or a step that callers take on their way, against another refusal. */
const CHEAP = 1 / 4;
/** A request beyond a share that its sender was told of, and told when to ask again. */
const UNHEEDED = 4;
/** A sender that does not heed Retry-After is answered after so long. */
const HOLD_MS = 1_000;
/** A sender is alone when no other sender has asked for so long. Then it takes no other sender's share. */
const ALONE_AFTER_MS = 60_000;
/** An address from which a round was served lately may be refused so many times as often: its honest callers would be refused with the others. */
const SERVED_TIMES = 4;
const SERVED_MS = 60_000;
const MAX_SERVED = 65_536;
/** Answers held at once; more are given at once. */
const MAX_HELD = 1_024;

const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;

/**
 * A request that is refused costs its sender nothing, and the gateway what reading, decoding and judging it takes. Each sender's refusals
 * are counted for some seconds, and shared by the rule of all that is scarce: a sender with few refusals is always let in. One that has
 * more than its share is charged no further, so that it uses up nothing of what others may have. An address from which a round was served
 * within a minute has four times the share: a network or a proxy that is not listed has honest callers too. Its share has an end, for one
 * round a minute is cheap. Where only one address asks, it is never held back.
 */
export function createRefusalBudget({ events, monotonicMs: nowMs, wait }: RefusalBudgetDeps): RefusalBudget {
  const budget = createBudget(BUDGET, { nowMs });
  const held = createPlaces({ max: MAX_HELD }, { nowMs });
  const quota = { resource: 'refused_requests', quota: 'refused-requests', max: BUDGET.max, windowMs: BUDGET.windowMs, events } as const;

  const isAlone = createAloneness(nowMs);
  const served = createRegulars({ maxTenants: MAX_SERVED, forMs: SERVED_MS, nowMs });

  return {
    async requireShare(sender, gone) {
      const refused = isAlone(sender) ? null : budget.peek(sender, 0);
      if (refused === null) return;
      const holding = held.take(sender);
      if (holding.ok) {
        await wait(HOLD_MS, gone);
        holding.place.giveBack();
      }
      throw shareError({ ...refused, reason: 'own_share' }, quota);
    },
    served: ({ name }) => served.note(name),
    charge(sender, refusal, request) {
      const cost = costOf(refusal, request) / (served.has(sender.name) ? SERVED_TIMES : 1);
      if (cost > 0 && budget.peek(sender, 0) === null) budget.charge(sender, cost);
    },
  };
}

/** Notes that a sender asks; whether no other did lately. */
function createAloneness(nowMs: () => number): (sender: Tenant) => boolean {
  let latest = { name: '', atMs: Number.NEGATIVE_INFINITY };
  let other = latest;
  return ({ name }) => {
    if (name !== latest.name) other = latest;
    latest = { name, atMs: nowMs() };
    return nowMs() - other.atMs >= ALONE_AFTER_MS;
  };
}

/** 0 for what the caller did not cause, and for what was refused before it cost anything. */
function costOf({ code, rule }: GatewayError, { method, usedMs }: RefusedRequest): number {
  const isOfCaller = rule.status < SERVER_ERROR || code === 'share_used';
  if (rule.status < CLIENT_ERROR || !isOfCaller || code === 'rate_limited' || code === 'client_gone') return 0;
  const isCheap = rule.isStepOnTheWay === true || method === 'GET' || method === 'HEAD';
  const unit = code === 'share_used' ? UNHEEDED : isCheap ? CHEAP : 1;
  return unit + COSTLY * Math.max(0, Math.min(usedMs, MOST_MS) - ORDINARY_MS);
}
