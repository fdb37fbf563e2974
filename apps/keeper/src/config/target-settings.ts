import {
  ConfigError,
  type Environment,
  readAll,
  readEach,
  readHttpUrl,
  readKey,
  readSecretFile,
  readSecretKey,
  readSettingFile,
} from '@oracle-gateway/app-config';
import type { ConfigFile } from './config-schema.js';
import { TARGET_KINDS, type TargetMember } from './target-kinds.js';

interface AnyTarget {
  /** The operator's name of it. */
  readonly name: string;
  /** Sum that transactions of a day (UTC) may cost, in lamports or gwei; null: no limit. */
  readonly maxFeesPerDay: bigint | null;
}

/** The program of `[solana]`. */
export interface SolanaTargetSettings extends AnyTarget {
  readonly kind: 'solana';
  /** Micro-lamports per compute unit. */
  readonly priorityFee: { readonly percentile: number; readonly capMicroLamports: number };
}

/** A contract on an EVM chain. */
export interface EvmTargetSettings extends AnyTarget {
  readonly kind: 'evm';
  readonly chainId: number;
  readonly contract: `0x${string}`;
  readonly confirmations: number;
  readonly maxFeeGwei: number;
}

/** A target of the file, without its key and its servers. */
export type TargetSettings = SolanaTargetSettings | EvmTargetSettings;

/** Settings of a target that must not be logged. */
export interface TargetSecrets {
  /** 64 bytes for `solana`, 32 for `evm`. */
  readonly key: Uint8Array;
  /** Servers of its own, the preferred first. */
  readonly rpcUrls: readonly string[];
}

type Target = ConfigFile['targets'][string];

const DEFAULTS = { percentile: 75, capMicroLamports: 50_000, confirmations: 1, maxFeeGwei: 100 };
const MAX_RPC_URLS = 8;

/** Throws ConfigError. */
export async function readTargetSettings({ targets }: Pick<ConfigFile, 'targets'>): Promise<readonly TargetSettings[]> {
  const names = Object.keys(targets);
  if (names.length === 0) throw new ConfigError('targets', 'must have at least one target');
  const settings = await readEach(names, (name) => readTarget(name, targetOf(targets, name)));
  const [, second] = settings.filter(({ kind }) => kind === 'solana');
  if (second !== undefined)
    throw new ConfigError(`targets.${second.name}.kind`, 'must be solana of one target only: [solana] is one program');
  return settings;
}

async function readTarget(name: string, target: Target): Promise<TargetSettings> {
  const { needs, takes }: { readonly needs: readonly TargetMember[]; readonly takes: readonly TargetMember[] } = TARGET_KINDS[target.kind];
  const at = (key: TargetMember): string => `targets.${name}.${key}`;
  await readEach(
    Object.values(TARGET_KINDS).flatMap((kind): readonly TargetMember[] => kind.takes),
    (key) => {
      if (!takes.includes(key) && target[key] !== undefined) throw new ConfigError(at(key), `is not for a target of kind ${target.kind}`);
      if (needs.includes(key) && target[key] === undefined)
        throw new ConfigError(at(key), `is required for a target of kind ${target.kind}`);
    },
  );
  const { max_fees_per_day: fees, priority_fee_percentile: percentile, priority_fee_cap_micro_lamports: cap, contract } = target;
  const any = { name, maxFeesPerDay: fees === undefined ? null : BigInt(fees) };
  switch (target.kind) {
    case 'solana':
      return {
        ...{ kind: 'solana', ...any },
        priorityFee: { percentile: percentile ?? DEFAULTS.percentile, capMicroLamports: cap ?? DEFAULTS.capMicroLamports },
      };
    case 'evm':
      return {
        ...{ kind: 'evm', ...any },
        ...{ chainId: target.chain_id ?? 0, contract: `0x${(contract ?? '').slice(2).toLowerCase()}` },
        ...{ confirmations: target.confirmations ?? DEFAULTS.confirmations, maxFeeGwei: target.max_fee_gwei ?? DEFAULTS.maxFeeGwei },
      };
  }
}

function targetOf(targets: ConfigFile['targets'], name: string): Target {
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target === undefined) throw new TypeError('a target of the file is missing');
  return target;
}

/** Reads keys and servers, by the names of the targets. Throws ConfigError. */
export async function readTargetSecrets(
  { targets }: Pick<ConfigFile, 'targets'>,
  environment: Environment,
): Promise<ReadonlyMap<string, TargetSecrets>> {
  const secrets = await readEach(Object.keys(targets), async (name) => {
    const target = targetOf(targets, name);
    const place = { environment, variable: targetVariable(name) };
    const { keypair_path: keypair, key_path: key } = target;
    switch (target.kind) {
      case 'solana': {
        const file = { ...place, key: `targets.${name}.keypair_path`, value: keypair };
        return [name, { key: readSecretKey(await readSettingFile(file)), rpcUrls: [] }] as const;
      }
      case 'evm': {
        const file = { ...place, key: `targets.${name}.key_path`, value: key };
        const read = await readAll({
          key: async () => readKey(await readSettingFile(file), 'signing'),
          rpcUrls: () => readServers(name, target, environment),
        });
        return [name, read] as const;
      }
    }
  });
  return new Map(secrets);
}

/** The variable that holds the key of a target: `ORACLE_GATEWAY_KEEPER_TARGET_<NAME>`. */
export function targetVariable(name: string): string {
  return `ORACLE_GATEWAY_KEEPER_TARGET_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** The variable that holds the URLs of a target's servers, with spaces between them. */
function serversVariable(name: string): string {
  return `${targetVariable(name)}_RPC_URL`;
}

async function readServers(
  name: string,
  { rpc_url: url, rpc_url_path: path }: Target,
  environment: Environment,
): Promise<readonly string[]> {
  const variable = serversVariable(name);
  const inline = environment[variable];
  const [key, fileKey] = [`targets.${name}.rpc_url`, `targets.${name}.rpc_url_path`];
  if (inline === undefined && url !== undefined && path !== undefined)
    throw new ConfigError(fileKey, `must not stand beside ${key}: remove one of the two`);
  if (inline === undefined && url === undefined && path === undefined)
    throw new ConfigError(key, `is required, here or in ${variable}, or in the file of ${fileKey}`);
  const setting =
    inline !== undefined
      ? { name: variable, text: inline }
      : path !== undefined
        ? await readSecretFile(fileKey, path)
        : { name: key, text: url ?? '' };
  const words = setting.text.trim().split(/\s+/);
  if (words.length > MAX_RPC_URLS) throw new ConfigError(setting.name, `must name at most ${MAX_RPC_URLS} servers`);
  return readEach(words, (text) => readHttpUrl({ name: setting.name, text }));
}
