import { rename, rm } from 'node:fs/promises';

import { formatAddress, toHex } from '@oracle-gateway/protocol';
import { configAddress, gatewayAddress } from '@oracle-gateway/protocol/accounts';

import type { SourceName } from '../sources/serve-sources.js';
import type { Identities } from '../base/identities.js';
import { addressOf, type SecretKey } from '../base/keypair.js';
import type { DeployedProtocol } from '../ledgers/protocol-setup.js';
import type { StateFolder } from '../base/state-folder.js';

export interface ManifestNode {
  readonly index: number;
  readonly url: string;
  readonly metricsUrl: string;
  readonly publicKey: string;
  readonly encryptionPublicKey: string;
}

export interface ManifestPids {
  readonly gateway: number;
  readonly worker: readonly number[];
  /** 0: the Redis server is not part of this world. */
  readonly redis: number;
  readonly nodes: readonly number[];
  /** 0: the world keeps no feeds. */
  readonly keeper: number;
}

/**
 * Everything that an outside program needs to drive the world. A part that this world does not have is `""`, `[]` or `0`.
 * Keys are 64-byte values in the form of the Solana CLI. Amounts are decimal strings of atomic units.
 */
export interface Manifest {
  readonly gatewayUrl: string;
  readonly rpcUrl: string;
  readonly wsUrl: string;
  readonly facilitatorUrl: string;
  readonly redisUrl: string;
  /** `keeper`: where the world keeps feeds. */
  readonly metricsUrls: { readonly gateway: string; readonly worker: string; readonly keeper?: string };
  readonly publicOrigin: string;
  readonly network: string;
  readonly programId: string;
  readonly deploymentId: string;
  readonly usdcMint: string;
  readonly gatewayPda: string;
  readonly gatewayAuthority: string;
  readonly treasury: string;
  readonly treasuryTokenAccount: string;
  readonly controlUrl: string;
  readonly registryVersion: number;
  readonly minSigners: number;
  readonly redundancyBuffer: number;
  readonly prices: {
    readonly x402RoundBase: string;
    readonly rewardPerSignature: string;
    readonly agentRoundBase: string;
    readonly agentRoundPerSig: string;
  };
  readonly nodes: readonly ManifestNode[];
  readonly keys: Readonly<Record<ManifestKey, readonly number[]>>;
  readonly sources: Readonly<Record<SourceName, string>>;
  /** `host:port` of the sources that `--source` has named. */
  readonly ownSources: readonly string[];
  readonly secrets: { readonly privateSource: string };
  readonly pids: ManifestPids;
}

export type ManifestKey =
  | 'subscriptionOwner'
  | 'otherOwner'
  | 'delegate'
  | 'agentPayer'
  | 'x402Payer'
  | 'emptyPayer'
  | 'exhaustedOwner'
  | 'pausedEscrowPayer'
  | 'stranger';

export interface ManifestInput {
  readonly identities: Identities;
  readonly protocol: DeployedProtocol;
  readonly gatewayUrl: string;
  readonly metricsUrls: Manifest['metricsUrls'];
  readonly rpcUrl: string;
  readonly wsUrl: string;
  readonly redisUrl: string;
  readonly controlUrl: string;
  /** Empty without a facilitator; the paywalled source is then unavailable. */
  readonly facilitatorUrl: string;
  readonly nodeUrls: readonly string[];
  readonly nodeMetricsUrls: readonly string[];
  readonly sources: Readonly<Record<SourceName, string>>;
  readonly ownSources: readonly string[];
  readonly privateSourceSecret: string;
  readonly pids: ManifestPids;
}

function numbers(key: SecretKey): readonly number[] {
  return [...key];
}

export function describeWorld(input: ManifestInput): Manifest {
  const { identities, protocol } = input;
  const gatewayAuthority = addressOf(identities.gateway);
  return {
    gatewayUrl: input.gatewayUrl,
    rpcUrl: input.rpcUrl,
    wsUrl: input.wsUrl,
    facilitatorUrl: input.facilitatorUrl,
    redisUrl: input.redisUrl,
    metricsUrls: input.metricsUrls,
    publicOrigin: input.gatewayUrl,
    network: protocol.network,
    programId: formatAddress(protocol.programId),
    deploymentId: toHex(protocol.deploymentId),
    usdcMint: formatAddress(protocol.mint),
    gatewayPda: formatAddress(gatewayAddress(protocol.programId, gatewayAuthority)),
    gatewayAuthority: formatAddress(gatewayAuthority),
    treasury: formatAddress(configAddress(protocol.programId)),
    treasuryTokenAccount: formatAddress(protocol.treasuryTokenAccount),
    controlUrl: input.controlUrl,
    registryVersion: Number(protocol.registryVersion),
    minSigners: protocol.minSigners,
    redundancyBuffer: protocol.redundancyBuffer,
    prices: {
      x402RoundBase: protocol.prices.x402RoundBase.toString(),
      rewardPerSignature: protocol.prices.rewardPerSignature.toString(),
      agentRoundBase: protocol.prices.agentRoundBase.toString(),
      agentRoundPerSig: protocol.prices.agentRoundPerSig.toString(),
    },
    nodes: identities.nodes.map((node) => ({
      index: node.index,
      url: input.nodeUrls[node.index] ?? '',
      metricsUrl: input.nodeMetricsUrls[node.index] ?? '',
      publicKey: toHex(node.publicKey),
      encryptionPublicKey: toHex(node.encryptionKey),
    })),
    keys: {
      subscriptionOwner: numbers(identities.subscriptionOwner),
      otherOwner: numbers(identities.otherOwner),
      delegate: numbers(identities.delegate),
      agentPayer: numbers(identities.agentPayer),
      x402Payer: numbers(identities.x402Payer),
      emptyPayer: numbers(identities.emptyPayer),
      exhaustedOwner: numbers(identities.exhaustedOwner),
      pausedEscrowPayer: numbers(identities.pausedEscrowPayer),
      stranger: numbers(identities.stranger),
    },
    sources: { ...input.sources, paywalled: input.facilitatorUrl === '' ? '' : input.sources.paywalled },
    ownSources: input.ownSources,
    secrets: { privateSource: input.privateSourceSecret },
    pids: input.pids,
  };
}

/** Replaces the file atomically: a reader sees the old manifest or the new one. */
export async function writeManifest(state: StateFolder, manifest: Manifest): Promise<void> {
  const draft = await state.writePrivate('manifest.json.new', `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(draft, state.manifest);
}

export async function removeManifest(state: StateFolder): Promise<void> {
  await rm(state.manifest, { force: true });
}
