import { EvmAnswerError, evmListOf, evmRoundOf, updateManyWithKeysCalldata, updateOneWithKeysCalldata } from '@oracle-gateway/evm';
import { type DeploymentId, isList, LIST_GROUP, toHex } from '@oracle-gateway/protocol';
import type { RegistryKeys } from '@oracle-gateway/schnorr';
import type { Hex } from 'viem';
import type { Basket } from '../../feeds/basket.js';
import { TargetUnavailableError } from '../../feeds/check-errors.js';
import type { Bought } from '../../feeds/feed-client.js';
import type { KeptFeed } from '../../feeds/kept-feed.js';
import type { SubmitOutcome, Target } from '../../feeds/target.js';
import { type EvmContract, evmErrorName } from './evm-contract.js';
import { type EvmSender, RevertedCallError } from './evm-sender.js';
import type { EvmServers } from './evm-servers.js';
import type { SnapshotKeeping } from './keep-snapshots.js';

export interface EvmTargetDeps {
  readonly servers: EvmServers;
  readonly contract: EvmContract;
  readonly sender: EvmSender;
  readonly snapshots: SnapshotKeeping;
  readonly deploymentId: DeploymentId;
  /** Rejects when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export interface EvmTargetInput {
  readonly name: string;
  /** Contract that stores the feeds. */
  readonly address: Hex;
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
const [LARGEST, BITS] = [192n, 256];

/** Refusals of an answer that no later block takes back. */
const FOR_GOOD: ReadonlySet<string> = new Set([
  ...['Stale', 'WrongSignature', 'WrongSignerCount', 'QuorumTooSmall', 'UnknownSigner', 'WrongInverse', 'WrongList', 'WrongForm'],
]);
/** Refusals that a later block may take back: the clock of the chain is behind. */
const SOON: ReadonlySet<string> = new Set(['Ahead']);

/** A contract that derives from StoredFeeds.sol. A value counts once it is read back under so many blocks. */
export function createEvmTarget(deps: EvmTargetDeps, input: EvmTargetInput): Target {
  const { servers, contract, sender, snapshots, deploymentId, wait } = deps;
  const { name, address, payer, confirmations, maxFeeGwei } = input;

  async function requireFeed({ feedOwner, quorum }: Pick<KeptFeed, 'feedOwner' | 'quorum'>): Promise<void> {
    const fixed = await contract.deployment();
    if (fixed.deploymentId !== toHex(deploymentId))
      throw unavailable('its contract is of another deployment: correct contract, or [solana]');
    if (fixed.owner !== toHex(feedOwner) || fixed.quorum !== quorum)
      throw unavailable('its contract keeps feeds of another owner or quorum: correct account or quorum of the feed, or keep it elsewhere');
  }

  const unavailable = (message: string): TargetUnavailableError => new TargetUnavailableError(name, message);

  /** Stamps of some places at a block, or at the latest one. */
  async function stampsOf(basket: Basket, places: readonly number[], blockNumber?: bigint): Promise<readonly number[]> {
    const ids = places.map((place) => sourceIdAt(basket, place));
    return (await contract.stored(ids, blockNumber)).map((one) => one?.observedAtMs ?? 0);
  }

  /** Stamps in the latest block, and under so many blocks as count. */
  async function look(
    basket: Basket,
    places: readonly number[],
  ): Promise<{ readonly latest: readonly number[]; readonly deep: readonly number[] }> {
    const head = await servers.ask((client) => client.getBlockNumber());
    const latest = await stampsOf(basket, places, head);
    const depth = BigInt(confirmations - 1);
    if (depth === 0n) return { latest, deep: latest };
    return { latest, deep: head < depth ? [] : await stampsOf(basket, places, head - depth) };
  }

  /** Keys of the version that signed. Null where the contract has a newer one, and never had this one. */
  async function registryOf(version: bigint, signal: AbortSignal): Promise<RegistryKeys | null> {
    const known = await contract.registry(version);
    if (known !== null) return known;
    if ((await contract.held()).current > version) return null;
    // The registry has changed, and its nodes have signed before the snapshot came here.
    await snapshots.bring(signal);
    const brought = await contract.registry(version);
    if (brought === null) throw unavailable('its contract does not have the registry version of the answer yet: a snapshot brings it');
    return brought;
  }

  /** The call that writes the places. */
  function callOf({ subject }: Basket, { answer }: Bought, places: readonly number[], registry: RegistryKeys): Hex {
    const round = { result: answer, registry, deploymentId };
    if (!isList(subject.form)) return updateOneWithKeysCalldata(evmRoundOf({ ...round, form: subject.form }));
    const groups = [...new Set(places.map((place) => Math.floor(place / LIST_GROUP)))];
    return updateManyWithKeysCalldata(evmListOf({ ...round, groups }));
  }

  /** Whether the contract refuses an answer of this version for good. */
  async function isOver(error: string, version: bigint): Promise<boolean> {
    if (FOR_GOOD.has(error)) return true;
    return error === 'VersionNotAccepted' && (await contract.held()).current > version;
  }

  async function bring(basket: Basket, bought: Bought, places: readonly number[], signal: AbortSignal): Promise<SubmitOutcome> {
    const { observedAtMs: stamp, registryVersion } = bought.attestation;
    const registry = await registryOf(registryVersion, signal);
    if (registry === null) return { kind: 'refused', reason: 'its registry version is not accepted any more' };
    return sender.leased(signal, async ({ push }) => {
      let hashes: readonly Hex[] = [];
      let troubles = 0;
      for (let poll = 0; poll < MAX_POLLS; poll += 1) {
        const seen = await look(basket, places).catch((error: unknown) => {
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
        if (missing.length === 0 && places.every((_, at) => (deep[at] ?? 0) >= stamp)) return told(basket, places, latest, stamp, hashes);
        if (missing.length > 0) {
          try {
            hashes = await push({ to: address, data: callOf(basket, bought, missing, registry) });
          } catch (error) {
            if (!(error instanceof RevertedCallError)) throw error;
            const reason = evmErrorName(error.data);
            if (await isOver(reason, registryVersion)) return { kind: 'refused', reason };
            if (!SOON.has(reason)) throw unavailable(`its contract refuses the transaction (${reason})`);
          }
        }
        await wait(POLL_MS, signal);
      }
      throw unavailable('the value did not come into a block');
    });
  }

  return {
    name,
    async read(feed) {
      await requireFeed(feed);
      const [held = null] = await contract.stored([feed.sourceId]);
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
      await requireFeed(basket);
      const given = basket.places.flatMap(({ feed }, place) => {
        const one = bought.values[place];
        return feed === null || one === undefined || one.value === null ? [] : [{ place, fits: fits(one.packed) }];
      });
      const places = given.filter((one) => one.fits).map(({ place }) => place);
      const { observedAtMs: stamp } = bought.attestation;
      const latest = await stampsOf(basket, places);
      const older = places.filter((_, at) => (latest[at] ?? 0) < stamp);
      const isWaiting = confirmations > 1 && latest.some((one) => one === stamp);
      let outcome: SubmitOutcome = { kind: 'brought', signatures: basket.places.map(() => null) };
      try {
        if (older.length > 0 || isWaiting) outcome = await bring(basket, bought, places, signal);
      } catch (error) {
        if (error instanceof EvmAnswerError) return { kind: 'refused', reason: error.reason };
        throw error;
      }
      const isLarge = given.some((one) => !one.fits);
      return isLarge && outcome.kind === 'brought' ? { kind: 'refused', reason: 'a value needs more than 192 bits' } : outcome;
    },
    upkeep: async (signal, onLapse) => ({ lapsesAtSeconds: await snapshots.bring(signal, onLapse) }),
  };
}

const GWEI = 1_000_000_000n;

/** The id of the source or the index whose value stands at a place. */
function sourceIdAt({ subject }: Basket, place: number) {
  const one = isList(subject.form) ? subject.sources[place]?.sourceId : subject.sourceId;
  if (one === undefined) throw new TypeError('a place that the basket does not have');
  return one;
}

/** The hash that wrote them, by the places of the basket. Null where the contract has the value of another party. */
function told(
  { places: all }: Basket,
  places: readonly number[],
  latest: readonly number[],
  stamp: number,
  hashes: readonly Hex[],
): SubmitOutcome {
  const last = hashes.at(-1) ?? null;
  return { kind: 'brought', signatures: all.map((_, place) => (latest[places.indexOf(place)] === stamp ? last : null)) };
}

/** Whether a contract has room for a packed value: it keeps 192 bits, and reads them as signed. */
function fits(packed: Uint8Array): boolean {
  const value = BigInt.asIntN(BITS, BigInt(toHex(packed)));
  return value >= -(1n << (LARGEST - 1n)) && value < 1n << (LARGEST - 1n);
}
