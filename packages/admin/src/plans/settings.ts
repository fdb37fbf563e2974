import { instructions, type PriceSettings, type ProtocolSettings } from '@oracle-gateway/ledger';
import type { ConfigAccount } from '@oracle-gateway/protocol/accounts';

import { readConfig, type AdminLedger } from '../admin-ledger.js';
import { alreadySo, change, type Plan } from '../plan.js';
import { requireAdministrator } from './signer-role.js';

/** Every setting with its name of docs/protocol.md. */
export const SETTING_NAMES = {
  minSigners: 'min_signers',
  versionGraceSeconds: 'version_grace_seconds',
  settleWindowSeconds: 'settle_window_seconds',
  withdrawDelaySeconds: 'withdraw_delay_seconds',
  x402RoundBase: 'x402_round_base',
  rewardPerSignature: 'reward_per_signature',
  agentRoundBase: 'agent_round_base',
  agentRoundPerSig: 'agent_round_per_sig',
  subscriptionRoundBase: 'subscription_round_base',
  subscriptionRoundPerSig: 'subscription_round_per_sig',
} as const;

export type SettingKey = keyof typeof SETTING_NAMES;

/** Settings without nesting: prices in atomic units, times in seconds. */
export type FlatSettings = Readonly<Record<Exclude<SettingKey, 'minSigners'>, bigint>> & { readonly minSigners: number };

const SETTING_KEYS = Object.keys(SETTING_NAMES) as SettingKey[];

export function flatSettings(settings: ProtocolSettings | ConfigAccount): FlatSettings {
  const { minSigners, versionGraceSeconds, settleWindowSeconds, withdrawDelaySeconds, prices } = settings;
  return { minSigners, versionGraceSeconds, settleWindowSeconds, withdrawDelaySeconds, ...prices };
}

export function protocolSettings(flat: FlatSettings): ProtocolSettings {
  const { minSigners, versionGraceSeconds, settleWindowSeconds, withdrawDelaySeconds, ...rest } = flat;
  const prices: PriceSettings = {
    x402RoundBase: rest.x402RoundBase,
    rewardPerSignature: rest.rewardPerSignature,
    agentRoundBase: rest.agentRoundBase,
    agentRoundPerSig: rest.agentRoundPerSig,
    subscriptionRoundBase: rest.subscriptionRoundBase,
    subscriptionRoundPerSig: rest.subscriptionRoundPerSig,
  };
  return { minSigners, versionGraceSeconds, settleWindowSeconds, withdrawDelaySeconds, prices };
}

/** Names of the settings that differ, with old and new value. */
export function settingDifferences(before: FlatSettings, after: FlatSettings): readonly string[] {
  return SETTING_KEYS.filter((key) => before[key] !== after[key]).map((key) => `${SETTING_NAMES[key]}: ${before[key]} → ${after[key]}`);
}

export interface ChangeSettingsInput {
  /** An absent setting stays unchanged. */
  readonly settings: Partial<FlatSettings>;
}

/** Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planSettings(ledger: AdminLedger, input: ChangeSettingsInput): Promise<Plan> {
  const config = await readConfig(ledger);
  requireAdministrator(ledger, config);
  const present = flatSettings(config);
  const wanted: FlatSettings = { ...present, ...input.settings };
  const differences = settingDifferences(present, wanted);
  if (differences.length === 0) return alreadySo('the settings have these values');
  const { programId, signer } = ledger;
  return change({
    effects: differences,
    instructions: [instructions.updateConfig({ programId, authority: signer.address, settings: protocolSettings(wanted) })],
  });
}
