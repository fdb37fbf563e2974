import { addSignerSetCalldata, type EvmRound } from '@oracle-gateway/evm';
import { oracleGatewayAbi } from '@oracle-gateway/evm/abi';
import { encodePacked, type Hex, isHex, keccak256, size } from 'viem';
import type { FeeBudget } from '../../state/fee-budget.js';
import type { MetSets } from '../../state/met-sets.js';
import type { EvmOracle } from './evm-oracle.js';
import { type EvmSender, isRefusedCall, RevertedCallError } from './evm-sender.js';
import type { EvmServers } from './evm-servers.js';

export interface EvmSignerSetsDeps {
  readonly servers: EvmServers;
  readonly sender: EvmSender;
  readonly met: MetSets;
  readonly budget: Pick<FeeBudget, 'spentToday'>;
  readonly nowMs: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** The signers of one round. */
export interface SignerSet {
  readonly version: bigint;
  readonly count: number;
  /** Its name in the contract. */
  readonly id: Hex;
  /** Call that adds it. */
  readonly add: Hex;
}

/** A call that writes values, in its two forms. */
export interface EvmWrite {
  /** It adds the signers' keys. */
  readonly withKeys: Hex;
  /** It reads their sum, which the verifying contract must have. */
  readonly withSet: Hex;
  readonly signers: SignerSet;
}

/** Sums of keys that verifying contracts keep, so that a round of the same signers costs less gas. */
export interface EvmSignerSets {
  /** Whether `withSet` does what `withKeys` does. Throws TargetUnavailableError. */
  isKnown(call: PlacedWrite): Promise<boolean>;
  /** The chain refused `withSet`: a reorganisation took the sum away. */
  forget(oracle: EvmOracle, set: SignerSet): void;
  /** Counts a write that had to bring keys. */
  count(call: PlacedWrite): Promise<void>;
  /** Adds one set that was met so often that adding it has paid. Throws TargetUnavailableError. */
  addOne(oracle: EvmOracle, signal: AbortSignal): Promise<void>;
}

export interface PlacedWrite {
  readonly oracle: EvmOracle;
  /** The contract that is called. */
  readonly store: Hex;
  readonly write: EvmWrite;
}

/** Measured by the gas tables of docs/evm.md: what adding costs, and what each later use saves. */
const GAS = { add: 51_150n, addPerSigner: 531n, saved: 3_820n, savedPerSigner: 531n };
/** Sets that a version and a quorum may make: of more, none recurs often enough within months. It bounds what is counted, too. */
const MOST_SETS = 100;
/** Sets that are remembered as known. */
const MOST_KNOWN = 4_096;
const WORD_BYTES = 32;
const POLL_MS = 500;
/** Values wait for the account meanwhile. One that comes later takes the place of a transaction that is still in flight. */
const MAX_POLLS = 40;

/** Meetings of a set after which adding it has cost no more than the keys that were brought. */
export function meetingsUntilAdded(signers: number): number {
  const cost = GAS.add + GAS.addPerSigner * BigInt(signers);
  const saved = GAS.saved + GAS.savedPerSigner * BigInt(signers);
  return Number((cost + saved - 1n) / saved);
}

/** Sets of so many signers of so many nodes; Infinity where they are more than can be counted. */
export function possibleSets(nodes: number, signers: number): number {
  let sets = 1;
  for (let chosen = 1; chosen <= signers; chosen += 1) {
    sets = (sets * (nodes - signers + chosen)) / chosen;
    if (sets > MOST_SETS) return Number.POSITIVE_INFINITY;
  }
  return sets;
}

export function signerSetOf({ feed, answer, zInverse }: EvmRound): SignerSet {
  const { registryVersion: version, signersBitmap, parity } = answer;
  const count = feed.signaturesRequired;
  const packed = encodePacked(['uint64', 'uint256', 'uint8', 'uint8'], [version, signersBitmap, count, parity]);
  return { version, count, id: keccak256(packed), add: addSignerSetCalldata({ answer, zInverse }) };
}

/**
 * @param input.feesLimit sum of a day that transactions may cost, in gwei; null: no limit. Values come first: sets are added from the first half.
 */
export function createEvmSignerSets(deps: EvmSignerSetsDeps, { feesLimit }: { readonly feesLimit: bigint | null }): EvmSignerSets {
  const { servers, sender, met, budget, nowMs, wait } = deps;
  const known = new Set<string>();
  /** Contracts whose calls with a set were seen to answer. */
  const takers = new Set<Hex>();

  async function has({ address }: EvmOracle, id: Hex): Promise<boolean> {
    const name = knownName({ address }, id);
    if (known.has(name)) return true;
    const px = await servers.ask((client) =>
      client.readContract({ address, abi: oracleGatewayAbi, functionName: 'signerSets', args: [id] }),
    );
    if (px === 0n) return false;
    if (known.size >= MOST_KNOWN) known.clear();
    known.add(name);
    return true;
  }

  /** Whether the contract has the call. One that takes any call answers nothing. */
  async function isTaken({ store, write: { withSet } }: PlacedWrite): Promise<boolean> {
    if (takers.has(store)) return true;
    try {
      const { data = '0x' } = await servers.ask((client) => client.call({ to: store, data: withSet }), isRefusedCall);
      if (size(data) !== WORD_BYTES) return false;
    } catch (error) {
      if (isRefusedCall(error)) return false;
      throw error;
    }
    takers.add(store);
    return true;
  }

  /** Whether the contract has the set then. */
  async function add(oracle: EvmOracle, { id, data }: { readonly id: Hex; readonly data: Hex }, signal: AbortSignal): Promise<boolean> {
    return sender.leased(signal, async ({ push }) => {
      for (let poll = 0; poll < MAX_POLLS; poll += 1) {
        if (await has(oracle, id)) return true;
        await push({ to: oracle.address, data });
        await wait(POLL_MS, signal);
      }
      // The next upkeep goes on with a transaction that waits.
      return false;
    });
  }

  async function isAffordable(): Promise<boolean> {
    return feesLimit === null || (await budget.spentToday(nowMs())) * 2n < feesLimit;
  }

  return {
    isKnown: async (call) => (await has(call.oracle, call.write.signers.id)) && isTaken(call),
    forget(oracle, { id }) {
      known.delete(knownName(oracle, id));
    },
    async count(call) {
      const { oracle, write } = call;
      const { version, count, id, add: data } = write.signers;
      const registry = await oracle.registry(version);
      const nodes = registry?.keys.filter((key) => key !== null).length ?? 0;
      if (possibleSets(nodes, count) <= MOST_SETS && (await isTaken(call)))
        await met.count(groupOf(oracle, version), `${count}:${id}:${data}`);
    },
    async addOne(oracle, signal) {
      const { current } = await oracle.held();
      const group = groupOf(oracle, current);
      for (const [set, meetings] of await met.counts(group)) {
        const [count, id, data] = set.split(':');
        if (meetings < meetingsUntilAdded(Number(count)) || !isHex(id) || !isHex(data)) continue;
        if (!(await isAffordable())) return;
        try {
          if (await add(oracle, { id, data }, signal)) await met.forget(group, set);
        } catch (error) {
          if (!(error instanceof RevertedCallError)) throw error;
          // The contract takes no such set: its keys have no sum, or the version has ended.
          await met.forget(group, set);
        }
        return;
      }
    },
  };
}

function knownName({ address }: Pick<EvmOracle, 'address'>, id: Hex): string {
  return `${address}:${id}`;
}

function groupOf({ address }: EvmOracle, version: bigint): string {
  return `${address}:${version}`;
}
