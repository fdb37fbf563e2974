import { EvmAnswerError } from '@oracle-gateway/evm';
import { type DeploymentId, toHex, isList } from '@oracle-gateway/protocol';
import type { RegistryKeys } from '@oracle-gateway/schnorr';
import type { Hex } from 'viem';
import type { Basket } from '../../feeds/basket.js';
import { TargetUnavailableError } from '../../feeds/check-errors.js';
import type { Bought } from '../../feeds/feed-client.js';
import type { KeptFeed } from '../../feeds/kept-feed.js';
import type { LapseListener, SubmitOutcome, Target, Upkeep } from '../../feeds/target.js';
import { GWEI } from './evm-fees.js';
import type { EvmOracle } from './evm-oracle.js';
import { type EvmSender, RevertedCallError } from './evm-sender.js';
import type { EvmServers } from './evm-servers.js';
import { evmErrorName, type EvmStore } from './evm-store.js';
import type { SnapshotKeeping } from './keep-snapshots.js';
import type { PlacedWrite, EvmSignerSets } from './evm-signer-sets.js';

export interface EvmTargetDeps {
  readonly servers: EvmServers;
  readonly stores: EvmStores;
  readonly sender: EvmSender;
  readonly snapshots: SnapshotKeeping;
  readonly signerSets: EvmSignerSets;
  readonly deploymentId: DeploymentId;
  /** Rejects when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** The contracts of a target. */
export interface EvmStores {
  /** It keeps the feeds that have no contract of their own. */
  readonly many: EvmStore | null;
  /** Contracts of one feed, by its name. */
  readonly alone: ReadonlyMap<string, EvmStore>;
}

export interface EvmTargetInput {
  readonly name: string;
  /** Account that sends. */
  readonly payer: Hex;
  readonly confirmations: number;
  readonly maxFeeGwei: number;
}

const POLL_MS = 500;
/** Looks for one value at most: its check is cut off before. */
const MAX_POLLS = 1_200;
/** Reads of one value that fail, at most. */
const MAX_TROUBLES = 10;
/** A transaction that adds the keys of 64 signers and writes 32 feeds. */
const MOST_GAS = 400_000n;
const [WORD_BITS, STORED_BITS] = [256, 192];

/** Refusals of an answer that no later block takes back. */
const FOR_GOOD: ReadonlySet<string> = new Set([
  ...['Stale', 'WrongSignature', 'WrongSignerCount', 'QuorumTooSmall', 'UnknownSigner', 'WrongInverse', 'WrongList', 'WrongForm'],
]);
/** Refusals that a later block may take back: the clock of the chain is behind. */
const SOON: ReadonlySet<string> = new Set(['Ahead']);

/** Contracts of one chain. A value counts once it is read back under so many blocks. */
export function createEvmTarget(deps: EvmTargetDeps, input: EvmTargetInput): Target {
  const { servers, stores, sender, snapshots, signerSets, deploymentId, wait } = deps;
  const { name, payer, confirmations, maxFeeGwei } = input;
  const all = [...(stores.many === null ? [] : [stores.many]), ...stores.alone.values()];
  const unavailable = (message: string): TargetUnavailableError => new TargetUnavailableError(name, message);

  function storeOf(feed: KeptFeed): EvmStore {
    const store = stores.alone.get(feed.name) ?? stores.many;
    if (store === null) throw new TypeError('a feed that no contract of the target keeps');
    return store;
  }

  /** The contract of a feed. Throws where it keeps others. */
  async function openStore(feed: KeptFeed): Promise<EvmStore> {
    const store = storeOf(feed);
    const [oracle] = await Promise.all([store.oracle(), store.requireFeed(feed)]);
    if (oracle.deploymentId !== toHex(deploymentId))
      throw unavailable('its contract is of another deployment: correct contract, or [solana]');
    return store;
  }

  /** Stamps of some places at a block, or at the latest one. */
  async function stampsOf({ store, basket, places }: Part, blockNumber?: bigint): Promise<readonly number[]> {
    const ids = places.map((place) => sourceIdAt(basket, place));
    return (await store.stored(ids, blockNumber)).map((one) => one?.observedAtMs ?? 0);
  }

  /** Stamps in the latest block, and under so many blocks as count. */
  async function look(part: Part): Promise<{ readonly latest: readonly number[]; readonly deep: readonly number[] }> {
    const head = await servers.ask((client) => client.getBlockNumber());
    const latest = await stampsOf(part, head);
    const depth = BigInt(confirmations - 1);
    if (depth === 0n) return { latest, deep: latest };
    return { latest, deep: head < depth ? [] : await stampsOf(part, head - depth) };
  }

  /** Keys of the version that signed. Null where the contract has a newer one, and never had this one. */
  async function registryOf(oracle: EvmOracle, version: bigint, signal: AbortSignal): Promise<RegistryKeys | null> {
    const known = await oracle.registry(version);
    if (known !== null) return known;
    if ((await oracle.held()).current > version) return null;
    // The registry has changed, and its nodes have signed before the snapshot came here.
    await snapshots.bring(oracle, signal);
    const brought = await oracle.registry(version);
    if (brought === null) throw unavailable('its contract does not have the registry version of the answer yet: a snapshot brings it');
    return brought;
  }

  /** Whether the contract refuses an answer of this version for good. */
  async function isOver(oracle: EvmOracle, error: string, version: bigint): Promise<boolean> {
    if (FOR_GOOD.has(error)) return true;
    return error === 'VersionNotAccepted' && (await oracle.held()).current > version;
  }

  async function bring(part: Part, { answer, attestation }: Bought, signal: AbortSignal): Promise<SubmitOutcome> {
    const { store, basket, places } = part;
    const { observedAtMs: stamp, registryVersion } = attestation;
    const oracle = await store.oracle();
    const registry = await registryOf(oracle, registryVersion, signal);
    if (registry === null) return { kind: 'refused', reason: 'its registry version is not accepted any more' };
    return sender.leased(signal, async ({ push, conclude }) => {
      let hashes: readonly Hex[] = [];
      let troubles = 0;
      let keyed: PlacedWrite | null = null;
      for (let poll = 0; poll < MAX_POLLS; poll += 1) {
        const seen = await look(part).catch((error: unknown) => {
          // A reorganisation takes the block away that is being read.
          if (!(error instanceof TargetUnavailableError) || (troubles += 1) > MAX_TROUBLES) throw error;
          return null;
        });
        if (seen === null) {
          await wait(POLL_MS, signal);
          continue;
        }
        const { latest, deep } = seen;
        const missing = places.filter((_, at) => (latest[at] ?? 0) < stamp);
        if (missing.length === 0 && places.every((_, at) => (deep[at] ?? 0) >= stamp)) {
          // The value is there: a count that is lost makes its set count anew.
          if (keyed !== null && hashes.length > 0) await signerSets.count(keyed).catch(() => undefined);
          const ended = await conclude().catch((): readonly Hex[] => []);
          return told(part, latest, stamp, hashes.findLast((hash) => ended.includes(hash)) ?? hashes.at(-1) ?? null);
        }
        if (missing.length > 0) {
          const write = store.callOf(basket, { result: answer, registry, deploymentId }, missing);
          if (write === null) return { kind: 'refused', reason: 'its contract takes no value of a list' };
          const call = { oracle, store: store.address, write };
          try {
            // Keys are shown from the first refusal on: a reorganisation may have taken the sum away.
            const isShort = keyed === null && (await signerSets.isKnown(call));
            if (!isShort) keyed = call;
            hashes = await push({ to: store.address, data: isShort ? write.withSet : write.withKeys });
          } catch (error) {
            if (keyed === null && error instanceof RevertedCallError) {
              signerSets.forget(oracle, write.signers);
              keyed = call;
              continue;
            }
            if (!(error instanceof RevertedCallError)) throw error;
            const reason = evmErrorName(error.data);
            if (await isOver(oracle, reason, registryVersion)) return { kind: 'refused', reason };
            if (!SOON.has(reason)) throw unavailable(`its contract refuses the transaction (${reason})`);
          }
        }
        await wait(POLL_MS, signal);
      }
      throw unavailable('the value did not come into a block');
    });
  }

  async function submitPart(part: Part, bought: Bought, signal: AbortSignal): Promise<SubmitOutcome> {
    const { observedAtMs: stamp } = bought.attestation;
    const latest = await stampsOf(part);
    const isOlder = latest.some((one) => one < stamp);
    const isWaiting = confirmations > 1 && latest.some((one) => one === stamp);
    if (!isOlder && !isWaiting) return { kind: 'brought', signatures: part.basket.places.map(() => null) };
    try {
      return await bring(part, bought, signal);
    } catch (error) {
      if (error instanceof EvmAnswerError) return { kind: 'refused', reason: error.reason };
      throw error;
    }
  }

  /** The verifying contracts, each once. */
  async function oracles(): Promise<readonly EvmOracle[]> {
    return [...new Set(await Promise.all(all.map((store) => store.oracle())))];
  }

  /** Keeps all of them alive, whatever one of them does. The first that would lapse is told. Throws what the first failure throws. */
  async function upkeep(signal: AbortSignal, onLapse?: LapseListener): Promise<Upkeep> {
    const found = await oracles();
    const lapses = new Map(await Promise.all(found.map(async (oracle) => [oracle, Number((await oracle.held()).lapsesAt)] as const)));
    const earliest = (): number => Math.min(...lapses.values());
    onLapse?.(earliest());
    const kept = await Promise.allSettled(
      found.map(async (oracle) => {
        const held = await snapshots.bring(oracle, signal, (at) => lapses.set(oracle, at));
        lapses.set(oracle, Number(held.lapsesAt));
        // A set that is not added now is added later, and the contract lives without it.
        await signerSets.addOne(oracle, signal).catch(() => undefined);
        return held;
      }),
    );
    onLapse?.(earliest());
    // One that came into a block after its upkeep is told all the same.
    await sender.conclude(signal).catch(() => undefined);
    const failed = kept.find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const held = kept.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const [first] = held.toSorted((one, other) => Number(one.lapsesAt - other.lapsesAt));
    if (first === undefined) throw new TypeError('a target without a contract');
    return { lapsesAtSeconds: Number(first.lapsesAt), heldVersion: first.current };
  }

  return {
    name,
    async read(feed) {
      const [held = null] = await (await openStore(feed)).stored([feed.sourceId]);
      return held === null ? null : { ...held, isEnded: false };
    },
    async payerWrites() {
      const [balance, { baseFeePerGas }] = await servers.ask((client) =>
        Promise.all([client.getBalance({ address: payer }), client.getBlock({ blockTag: 'latest' })]),
      );
      // The highest fee of the settings is far above what is paid: twice the present one is what transactions offer.
      const fee = 2n * (baseFeePerGas ?? 0n);
      const cap = BigInt(maxFeeGwei) * GWEI;
      const cost = MOST_GAS * (fee === 0n || fee > cap ? cap : fee);
      return Number(balance / cost);
    },
    async submit(basket, bought, signal) {
      const parts = new Map<EvmStore, Part & { places: number[] }>();
      let isLarge = false;
      for (const [place, { feed }] of basket.places.entries()) {
        const one = bought.values[place];
        if (feed === null || one === undefined || one.value === null) continue;
        const store = await openStore(feed);
        const part = parts.get(store) ?? { store, basket, places: [] };
        parts.set(store, part);
        if (fits(one.packed)) part.places.push(place);
        else isLarge = true;
      }
      const signatures: (string | null)[] = basket.places.map(() => null);
      for (const part of parts.values()) {
        const outcome = await submitPart(part, bought, signal);
        if (outcome.kind === 'refused') return outcome;
        for (const place of part.places) signatures[place] = outcome.signatures[place] ?? null;
      }
      return isLarge ? { kind: 'refused', reason: 'a value needs more than 192 bits' } : { kind: 'brought', signatures };
    },
    upkeep,
  };
}

/** Places of a basket whose feeds one contract keeps. */
interface Part {
  readonly store: EvmStore;
  readonly basket: Basket;
  readonly places: readonly number[];
}

/** The id of the source or the index whose value stands at a place. */
function sourceIdAt({ subject }: Basket, place: number) {
  const one = isList(subject.form) ? subject.sources[place]?.sourceId : subject.sourceId;
  if (one === undefined) throw new TypeError('a place that the basket does not have');
  return one;
}

/** The hash that wrote them, by the places of the basket. Null where the contract has the value of another party. */
function told({ basket: { places: all }, places }: Part, latest: readonly number[], stamp: number, hash: Hex | null): SubmitOutcome {
  return { kind: 'brought', signatures: all.map((_, place) => (latest[places.indexOf(place)] === stamp ? hash : null)) };
}

/** Whether a contract has room for a packed value: it keeps 192 bits, and reads them as signed. */
function fits(packed: Uint8Array): boolean {
  const value = BigInt.asIntN(WORD_BITS, BigInt(toHex(packed)));
  return BigInt.asIntN(STORED_BITS, value) === value;
}
