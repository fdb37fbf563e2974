import { basketOf, fittingList, mayShareList } from '../feeds/basket.js';
import type { KeptFeed } from '../feeds/kept-feed.js';
import type { ConfiguredTarget, WriteCost } from '../targets/index.js';
import { mostOf } from './write-costs.js';
import { type PlannedFeed, type PlannedRound, readRoundPrice, type ReadPlanDeps } from './read-plan.js';

/** A month of some feeds, without deviations. */
export interface MonthPlan {
  readonly rounds: number;
  /** Amount in the unit of the account. */
  readonly cost: bigint;
  /** Largest number of transactions. */
  readonly transactions: number;
  readonly lamports: bigint;
  readonly gas: bigint;
}

/** Feeds that fall due together by time. */
export interface PlannedList extends PlannedRound, Pick<PlannedFeed, 'account'> {
  readonly names: readonly string[];
  /** Null without a price. */
  readonly month: MonthPlan | null;
  /** A month with a round for each feed. Null without the price of one. */
  readonly alone: MonthPlan | null;
}

/** A feed with its plan alone. */
export interface PlannedKept extends PlannedFeed {
  readonly kept: KeptFeed;
  readonly readPrices: ReadPlanDeps['readPrices'];
}

const DAYS = 30;

/** Plans feeds that may share a list and are renewed as often: each falls due with the others. Throws nothing. */
export function planLists(planned: readonly PlannedKept[], targets: readonly ConfiguredTarget[]): Promise<readonly PlannedList[]> {
  const lists: PlannedKept[][] = [];
  let rest = planned;
  for (let [first, ...others] = rest; first !== undefined; [first, ...others] = rest) {
    const { kept, plan } = first;
    const sharing = others.filter((other) => mayShareList(kept, other.kept) && other.plan?.writesPerDay === plan?.writesPerDay);
    // A gateway may ask more nodes than the quorum. That matters to lists of quorums above 30.
    const feeds = fittingList([kept, ...sharing.map((other) => other.kept)], kept.quorum);
    const list = [first, ...sharing].filter((one) => feeds.includes(one.kept));
    if (list.length > 1) lists.push(list);
    rest = rest.filter((one) => !list.includes(one));
  }
  return Promise.all(lists.map((list) => planList(list, targets)));
}

/** Cost of the transactions that write a list to each target, as many feeds as the target keeps of it. */
function costsOf(list: readonly PlannedKept[], quorum: number, targets: readonly ConfiguredTarget[]): readonly WriteCost[] {
  return targets.flatMap((target) => {
    const feeds = list.filter(({ kept }) => kept.targets.includes(target.name)).length;
    return feeds === 0 ? [] : [target.costOf({ quorum, feeds })];
  });
}

async function planList(list: readonly PlannedKept[], targets: readonly ConfiguredTarget[]): Promise<PlannedList> {
  const [first, ...others] = list;
  if (first === undefined) throw new TypeError('a list of no feeds');
  const { account, kept } = first;
  const { subject } = basketOf([kept, ...others.map((one) => one.kept)]);
  const round = await readRoundPrice(first, subject, account);
  const rounds = DAYS * (first.plan?.writesPerDay ?? 0);
  const costs = costsOf(list, kept.quorum, targets);
  const transactions = rounds * costs.reduce((total, one) => total + one.transactions, 0);
  const [lamports, gas] = [BigInt(rounds) * mostOf(costs, 'lamports'), BigInt(rounds) * mostOf(costs, 'gas')];
  const plans = list.flatMap(({ plan }) => (plan === null ? [] : [plan]));
  const sum = (number: (plan: (typeof plans)[number]) => bigint): bigint =>
    BigInt(DAYS) * plans.reduce((total, plan) => total + number(plan), 0n);
  const writes = Number(sum(({ writesPerDay }) => BigInt(writesPerDay)));
  const alone = {
    rounds: writes,
    cost: sum(({ costPerDay }) => costPerDay),
    transactions: list.reduce((total, { plan, writes }) => total + DAYS * (plan?.writesPerDay ?? 0) * writes.length, 0),
    lamports: sum((plan) => plan.lamportsPerDay),
    gas: sum((plan) => plan.gasPerDay),
  };
  return {
    names: list.map(({ feed }) => feed.name),
    account,
    ...round,
    month: round.price === null || first.plan === null ? null : { rounds, cost: BigInt(rounds) * round.price, transactions, lamports, gas },
    alone: plans.length < list.length ? null : alone,
  };
}
