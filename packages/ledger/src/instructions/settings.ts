import { sha256 } from '@noble/hashes/sha2.js';
import { findProgramAddress, NO_OWNER, type Address } from '@oracle-gateway/protocol';

import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import { UPGRADEABLE_LOADER } from '../program-ids.js';
import * as generated from '@oracle-gateway/protocol/instructions';

/** Prices in atomic units of the stablecoin. */
export interface PriceSettings {
  readonly x402RoundBase: bigint;
  readonly rewardPerSignature: bigint;
  readonly agentRoundBase: bigint;
  readonly agentRoundPerSig: bigint;
  readonly subscriptionRoundBase: bigint;
  readonly subscriptionRoundPerSig: bigint;
}

/** Settings of the administrator (protocol, "Settings"). */
export interface ProtocolSettings {
  readonly minSigners: number;
  readonly versionGraceSeconds: bigint;
  readonly settleWindowSeconds: bigint;
  readonly withdrawDelaySeconds: bigint;
  readonly prices: PriceSettings;
  /** Wait of a change that could forge values, between its announcement and its effect: 0, for none, to 30 days. */
  readonly additionsDelaySeconds: bigint;
  /** The key that may cancel announced changes beside the administrator. */
  readonly guardian: Address | null;
}

/** Mint, network and settings of a new deployment. */
export interface InitialiseInput {
  readonly programId: Address;
  /** The program's upgrade authority; signs and pays. */
  readonly upgradeAuthority: Address;
  readonly mint: Address;
  /** CAIP-2 id of the cluster. */
  readonly network: string;
  readonly settings: ProtocolSettings;
}

/** Tag 0: creates the Config account. */
export function initialise({ settings, network, ...accounts }: InitialiseInput): LedgerInstruction {
  return generated.initialise({
    ...accounts,
    ...settingFields(settings),
    networkHash: sha256(new TextEncoder().encode(network)),
    programData: findProgramAddress([accounts.programId], UPGRADEABLE_LOADER).address,
  });
}

/** The settings of a deployment, as they are afterwards. */
export interface UpdateConfigInput {
  readonly programId: Address;
  readonly authority: Address;
  readonly settings: ProtocolSettings;
}

/**
 * Tag 1: replaces every setting. Under a delay, a lower `minSigners`, a shorter delay and another guardian are announced first
 * (`madeAsAnnounced`).
 */
export function updateConfig({ settings, ...accounts }: UpdateConfigInput): LedgerInstruction {
  return generated.updateConfig({ ...accounts, ...settingFields(settings) });
}

function settingFields({ prices, guardian, ...settings }: ProtocolSettings) {
  return { ...settings, ...prices, guardian: guardian ?? NO_OWNER };
}
