import { instructions, type PriceSettings, type ProtocolSettings } from '@oracle-gateway/ledger';
import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { ConfigAccount } from '@oracle-gateway/protocol/accounts';

import { readConfig, type AdminLedger } from '../admin-ledger.js';
import { alreadySo, type Plan } from '../plan.js';
import { planWaiting } from './waiting-change.js';
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
  additionsDelaySeconds: 'additions_delay_seconds',
  guardian: 'guardian',
} as const;

export type SettingKey = keyof typeof SETTING_NAMES;

/** Settings without nesting: prices in atomic units, times in seconds. */
export type FlatSettings = Readonly<Record<Exclude<SettingKey, 'minSigners' | 'guardian'>, bigint>> & {
  readonly minSigners: number;
  /** The key that may cancel announced changes beside the administrator. */
  readonly guardian: Address | null;
};

const SETTING_KEYS = Object.keys(SETTING_NAMES) as SettingKey[];

export function flatSettings(settings: ProtocolSettings | ConfigAccount): FlatSettings {
  const { minSigners, versionGraceSeconds, settleWindowSeconds, withdrawDelaySeconds, additionsDelaySeconds, guardian, prices } = settings;
  const times = { versionGraceSeconds, settleWindowSeconds, withdrawDelaySeconds, additionsDelaySeconds };
  return { minSigners, ...times, guardian, ...prices };
}

export function protocolSettings(flat: FlatSettings): ProtocolSettings {
  const { minSigners, versionGraceSeconds, settleWindowSeconds, withdrawDelaySeconds, additionsDelaySeconds, guardian, ...rest } = flat;
  const prices: PriceSettings = {
    x402RoundBase: rest.x402RoundBase,
    rewardPerSignature: rest.rewardPerSignature,
    agentRoundBase: rest.agentRoundBase,
    agentRoundPerSig: rest.agentRoundPerSig,
    subscriptionRoundBase: rest.subscriptionRoundBase,
    subscriptionRoundPerSig: rest.subscriptionRoundPerSig,
  };
  const times = { versionGraceSeconds, settleWindowSeconds, withdrawDelaySeconds, additionsDelaySeconds };
  return { minSigners, ...times, guardian, prices };
}

/** A setting as a person reads it. */
export function settingText(value: FlatSettings[SettingKey]): string {
  if (value === null) return 'none';
  return typeof value === 'object' ? formatAddress(value) : value.toString();
}

/** Names of the settings that differ, with old and new value. */
export function settingDifferences(before: FlatSettings, after: FlatSettings): readonly string[] {
  return SETTING_KEYS.map((key) => [SETTING_NAMES[key], settingText(before[key]), settingText(after[key])] as const)
    .filter(([, old, next]) => old !== next)
    .map(([name, old, next]) => `${name}: ${old} → ${next}`);
}

/** Settings to change. */
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
  const instruction = instructions.updateConfig({ programId, authority: signer.address, settings: protocolSettings(wanted) });
  return planWaiting(ledger, { config, mustWait: mustWait(present, wanted), instruction, effects: differences });
}

/** True if the new settings help a thief of the administrator's key: a smaller quorum, a shorter delay, another guardian. */
function mustWait(present: FlatSettings, wanted: FlatSettings): boolean {
  return (
    wanted.minSigners < present.minSigners ||
    wanted.additionsDelaySeconds < present.additionsDelaySeconds ||
    !isSameKey(wanted.guardian, present.guardian)
  );
}

function isSameKey(a: Address | null, b: Address | null): boolean {
  return a === null || b === null ? a === b : equalBytes(a, b);
}
