import { submitManyComputeUnits } from '@oracle-gateway/ledger';
import { LIST_GROUP } from '@oracle-gateway/protocol';
import { basketOf, fittingList, mayShareList } from '../feeds/basket.js';
import type { KeptFeed } from '../feeds/kept-feed.js';
import { lamportsOf } from '../targets/solana/lamports.js';
import { listGas, type WriteCost } from './write-costs.js';
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
export function planLists(planned: readonly PlannedKept[]): Promise<readonly PlannedList[]> {
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
  return Promise.all(lists.map(planList));
}

/** Each target of a list, with the number of feeds that it keeps. */
function targetsOf(list: readonly PlannedKept[]): readonly { readonly writes: WriteCost; readonly feeds: number }[] {
  const byName = new Map(list.flatMap(({ writes }) => writes.map((one) => [one.target, one] as const)));
  return [...byName].map(([name, writes]) => ({ writes, feeds: list.filter(({ kept }) => kept.targets.includes(name)).length }));
}

async function planList(list: readonly PlannedKept[]): Promise<PlannedList> {
  const [first, ...others] = list;
  if (first === undefined) throw new TypeError('a list of no feeds');
  const { account, kept } = first;
  const { subject } = basketOf([kept, ...others.map((one) => one.kept)]);
  const round = await readRoundPrice(first, subject, account);
  const rounds = DAYS * (first.plan?.writesPerDay ?? 0);
  const units = submitManyComputeUnits(kept.quorum, LIST_GROUP);
  const costs = targetsOf(list).map(({ writes, feeds }) => {
    const { unit, capMicroLamports } = writes;
    if (unit === 'gas') return { transactions: rounds, lamports: 0n, gas: BigInt(rounds) * listGas(kept.quorum, feeds) };
    const transactions = rounds * Math.ceil(feeds / LIST_GROUP);
    return { transactions, lamports: BigInt(transactions) * lamportsOf(units, capMicroLamports), gas: 0n };
  });
  const transactions = costs.reduce((total, one) => total + one.transactions, 0);
  const [lamports, gas] = [costs.reduce((total, one) => total + one.lamports, 0n), costs.reduce((total, one) => total + one.gas, 0n)];
  const plans = list.flatMap(({ plan }) => (plan === null ? [] : [plan]));
  const sum = (number: (plan: (typeof plans)[number]) => bigint): bigint =>
    BigInt(DAYS) * plans.reduce((total, plan) => total + number(plan), 0n);
  const writes = Number(sum(({ writesPerDay }) => BigInt(writesPerDay)));
  const alone = {
    rounds: writes,
    cost: sum(({ costPerDay }) => costPerDay),
    transactions: list.reduce((total, { plan, writes: costs }) => total + DAYS * (plan?.writesPerDay ?? 0) * costs.length, 0),
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
