import { ConfigError, integerSetting, readAll, readKey, readSettingFile, text } from '@oracle-gateway/app-config';
import { type Static, Type } from '@sinclair/typebox';
import type { ConfiguredTarget, TargetKind, TargetSecrets } from '../target-kind.js';
import { createEvmTarget } from './create-evm-target.js';
import { evmAccountOf, evmAddressOf } from './evm-key.js';
import { createEvmOracles } from './evm-oracle.js';
import { createEvmSender } from './evm-sender.js';
import { createEvmServers } from './evm-servers.js';
import { createSnapshotKeeping } from './keep-snapshots.js';
import { readServers } from './read-servers.js';
import { createEvmSignerSets } from './evm-signer-sets.js';
import { createStoredFeed } from './stored-feed.js';
import { createStoredFeeds } from './stored-feeds.js';

const ADDRESS = '^0x[0-9a-fA-F]{40}$';
const NAME = '^[a-z0-9][a-z0-9_-]{0,63}$';
const MAX_CONTRACTS = 256;

const MEMBERS = {
  key_path: Type.Optional(
    text('File with the key that pays for transactions, 32 bytes as 0x and 64 hex digits. For `evm`.', { title: 'the path of a file' }),
  ),
  rpc_url: Type.Optional(text('URL of the chain’s RPC server, never logged. For `evm`.', { title: 'an http or https URL' })),
  rpc_url_path: Type.Optional(
    text('File with that URL or several, one a line, the preferred first, in place of `rpc_url`. For `evm`.', {
      title: 'the path of a file',
    }),
  ),
  chain_id: Type.Optional(
    integerSetting('Id of the chain, which its servers must have. For `evm`.', { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  ),
  contract: Type.Optional(
    text('Address of a contract that derives from `StoredFeeds.sol`. It stores the feeds that are not named in `contracts`. For `evm`.', {
      pattern: ADDRESS,
      title: 'an address, 0x and 40 hex digits',
    }),
  ),
  contracts: Type.Optional(
    Type.Record(Type.String({ pattern: NAME }), text('An address.', { pattern: ADDRESS, title: 'an address, 0x and 40 hex digits' }), {
      title: `a table of at most ${MAX_CONTRACTS} addresses, by the names of feeds`,
      description: 'Contracts that derive from `StoredFeed.sol`, each by the name of its one feed. Such a feed is bought alone. For `evm`.',
      additionalProperties: false,
      maxProperties: MAX_CONTRACTS,
    }),
  ),
  confirmations: Type.Optional(
    integerSetting('Blocks that have a value before it counts as written, its own among them. For `evm`; default: 1.', {
      minimum: 1,
      maximum: 64,
    }),
  ),
  max_fee_gwei: Type.Optional(
    integerSetting('Highest fee of one unit of gas that a transaction offers, in gwei. For `evm`; default: 100.', {
      minimum: 1,
      maximum: 1_000_000,
    }),
  ),
};
const TABLE = Type.Object(MEMBERS);

/** A contract or several on one EVM chain. */
export interface EvmTargetSettings {
  readonly name: string;
  readonly maxFeesPerDay: bigint | null;
  readonly chainId: number;
  /** Contract of many feeds. */
  readonly contract: `0x${string}` | null;
  /** Contracts of one feed, by the name of the feed. */
  readonly contracts: ReadonlyMap<string, `0x${string}`>;
  readonly confirmations: number;
  readonly maxFeeGwei: number;
}

const DEFAULTS = { confirmations: 1, maxFeeGwei: 100 };
/** Measured by the gas tables of docs/evm.md, with room for other sources. */
const GAS = { write: 60_000n, perSigner: 700n, perFeed: 8_000n };

/** Contracts of one EVM chain. */
export const evm: TargetKind<Static<typeof TABLE>> & { readonly members: typeof MEMBERS } = {
  members: MEMBERS,
  maxTextBytes: null,
  description: 'contracts on one EVM chain, which derive from `StoredFeeds.sol` or `StoredFeed.sol`',
  isSingle: false,
  read({ name, maxFeesPerDay, table }) {
    const { chain_id: chainId, contract, contracts = {}, confirmations, max_fee_gwei: maxFeeGwei } = table;
    if (chainId === undefined) throw new ConfigError(`targets.${name}.chain_id`, 'is required for a target of kind evm');
    if (contract === undefined && Object.keys(contracts).length === 0)
      throw new ConfigError(`targets.${name}.contract`, 'is required for a target of kind evm, or contracts instead');
    return evmTarget({
      ...{ name, maxFeesPerDay, chainId },
      contract: contract === undefined ? null : addressOf(contract),
      contracts: new Map(Object.entries(contracts).map(([feed, address]) => [feed, addressOf(address)])),
      ...{ confirmations: confirmations ?? DEFAULTS.confirmations, maxFeeGwei: maxFeeGwei ?? DEFAULTS.maxFeeGwei },
    });
  },
  async readSecrets({ name, table }, place) {
    const file = { ...place, key: `targets.${name}.key_path`, value: table.key_path };
    return readAll({
      payer: async () => readKey(await readSettingFile(file), 'signing'),
      rpcUrls: () => readServers({ name, ...place }, table),
    });
  },
};

export function evmTarget(settings: EvmTargetSettings): ConfiguredTarget & EvmTargetSettings {
  const { name, chainId, contract, contracts, confirmations, maxFeeGwei } = settings;
  const addresses = [...(contract === null ? [] : [contract]), ...contracts.values()];
  return {
    ...settings,
    kind: 'evm',
    ...{ alone: [...contracts.keys()], keepsOthers: contract !== null },
    describe: (secrets) =>
      `evm chain ${chainId}, ${addresses.length === 1 ? 'contract' : 'contracts'} ${addresses.join(' ')}, payer ${evmAddressOf(keyOf(secrets))}`,
    costOf({ quorum, feeds }) {
      const gas = GAS.write + GAS.perSigner * BigInt(quorum) + GAS.perFeed * BigInt(feeds - 1);
      return { target: name, unit: 'gas', transactions: 1, least: gas, most: gas };
    },
    open(secrets, { deploymentId, budget, senderState: state, metSets: met, fetchSnapshots, logger, nowMs, newToken, wait }) {
      const [servers, account] = [createEvmServers({ target: name, chainId, rpcUrls: secrets.rpcUrls }), evmAccountOf(keyOf(secrets))];
      const oracles = createEvmOracles({ servers }, { target: name });
      const sending = { target: name, chainId, account, servers, state, budget, maxFeeGwei, confirmations, logger };
      const sender = createEvmSender({ ...sending, nowMs, newToken, wait });
      const snapshots = createSnapshotKeeping({ target: name, sender, deploymentId, wait, fetchSnapshots });
      const signerSets = createEvmSignerSets({ servers, sender, met, budget, nowMs, wait }, { feesLimit: settings.maxFeesPerDay });
      const placed = (address: `0x${string}`) => ({ target: name, address });
      const many = contract === null ? null : createStoredFeeds({ servers, oracles }, placed(contract));
      const alone = new Map([...contracts].map(([feed, address]) => [feed, createStoredFeed({ servers, oracles }, placed(address))]));
      return createEvmTarget(
        { servers, sender, snapshots, signerSets, deploymentId, wait, stores: { many, alone } },
        { name, payer: account.address, confirmations, maxFeeGwei },
      );
    },
  };
}

/** Addresses are compared and shown in small letters. */
function addressOf(setting: string): `0x${string}` {
  return `0x${setting.slice(2).toLowerCase()}`;
}

function keyOf({ payer }: TargetSecrets): Uint8Array {
  if (!(payer instanceof Uint8Array)) throw new TypeError('a payer of another kind');
  return payer;
}
