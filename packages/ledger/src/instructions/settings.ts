import { sha256 } from '@noble/hashes/sha2.js';
import { findProgramAddress, type Address } from '@oracle-gateway/protocol';

import type { LedgerInstruction } from '../instruction.js';
import { UPGRADEABLE_LOADER } from '../program-ids.js';
import * as generated from './instructions.generated.js';

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
}

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
    ...settings,
    ...settings.prices,
    networkHash: sha256(new TextEncoder().encode(network)),
    programData: findProgramAddress([accounts.programId], UPGRADEABLE_LOADER).address,
  });
}

export interface UpdateConfigInput {
  readonly programId: Address;
  readonly authority: Address;
  readonly settings: ProtocolSettings;
}

/** Tag 1: replaces every setting. */
export function updateConfig({ settings, ...accounts }: UpdateConfigInput): LedgerInstruction {
  return generated.updateConfig({ ...accounts, ...settings, ...settings.prices });
}
