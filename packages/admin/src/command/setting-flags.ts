import type { FlatSettings } from '../plans/settings.js';
import { atomicUnits, FlagError, optional, required, seconds, signatures, withDefault, type FlagValues } from './flag.js';

/** Six hours, the default of docs/protocol.md. */
const DEFAULT_WINDOW_SECONDS = 21_600n;

const PRICES = {
  'x402-round-base': 'x402: price of a round before its signatures',
  'reward-per-signature': 'x402: price of each signature',
  'agent-round-base': 'agents: price of a round before its signatures',
  'agent-round-per-sig': 'agents: price of each signature',
  'subscription-round-base': 'subscriptions: price of a round before its signatures',
  'subscription-round-per-sig': 'subscriptions: price of each signature a round may have',
} as const;

const MEANINGS = {
  'min-signers': 'smallest quorum, from the next registry version on',
  'version-grace-seconds': 'how long a replaced registry version settles',
  'settle-window-seconds': 'how old a round may be when it settles',
  'withdraw-delay-seconds': 'how long a withdrawal waits',
  ...PRICES,
} as const;

/** Of a protocol that is initialised: the times have defaults, prices have none. */
export const requiredSettings = {
  'min-signers': required(signatures, MEANINGS['min-signers']),
  'version-grace-seconds': withDefault(seconds, DEFAULT_WINDOW_SECONDS, MEANINGS['version-grace-seconds']),
  'settle-window-seconds': withDefault(seconds, DEFAULT_WINDOW_SECONDS, MEANINGS['settle-window-seconds']),
  'withdraw-delay-seconds': withDefault(seconds, DEFAULT_WINDOW_SECONDS, MEANINGS['withdraw-delay-seconds']),
  'x402-round-base': required(atomicUnits, PRICES['x402-round-base']),
  'reward-per-signature': required(atomicUnits, PRICES['reward-per-signature']),
  'agent-round-base': required(atomicUnits, PRICES['agent-round-base']),
  'agent-round-per-sig': required(atomicUnits, PRICES['agent-round-per-sig']),
  'subscription-round-base': required(atomicUnits, PRICES['subscription-round-base']),
  'subscription-round-per-sig': required(atomicUnits, PRICES['subscription-round-per-sig']),
};

/** Of one that is changed: whatever is named. */
export const changedSettings = {
  'min-signers': optional(signatures, MEANINGS['min-signers']),
  'version-grace-seconds': optional(seconds, MEANINGS['version-grace-seconds']),
  'settle-window-seconds': optional(seconds, MEANINGS['settle-window-seconds']),
  'withdraw-delay-seconds': optional(seconds, MEANINGS['withdraw-delay-seconds']),
  'x402-round-base': optional(atomicUnits, PRICES['x402-round-base']),
  'reward-per-signature': optional(atomicUnits, PRICES['reward-per-signature']),
  'agent-round-base': optional(atomicUnits, PRICES['agent-round-base']),
  'agent-round-per-sig': optional(atomicUnits, PRICES['agent-round-per-sig']),
  'subscription-round-base': optional(atomicUnits, PRICES['subscription-round-base']),
  'subscription-round-per-sig': optional(atomicUnits, PRICES['subscription-round-per-sig']),
};

export function settingsOf(values: FlagValues<typeof requiredSettings>): FlatSettings {
  return {
    minSigners: values['min-signers'],
    versionGraceSeconds: values['version-grace-seconds'],
    settleWindowSeconds: values['settle-window-seconds'],
    withdrawDelaySeconds: values['withdraw-delay-seconds'],
    x402RoundBase: values['x402-round-base'],
    rewardPerSignature: values['reward-per-signature'],
    agentRoundBase: values['agent-round-base'],
    agentRoundPerSig: values['agent-round-per-sig'],
    subscriptionRoundBase: values['subscription-round-base'],
    subscriptionRoundPerSig: values['subscription-round-per-sig'],
  };
}

/** Throws FlagError when nothing is named. */
export function changedSettingsOf(values: FlagValues<typeof changedSettings>): Partial<FlatSettings> {
  const named = {
    minSigners: values['min-signers'],
    versionGraceSeconds: values['version-grace-seconds'],
    settleWindowSeconds: values['settle-window-seconds'],
    withdrawDelaySeconds: values['withdraw-delay-seconds'],
    x402RoundBase: values['x402-round-base'],
    rewardPerSignature: values['reward-per-signature'],
    agentRoundBase: values['agent-round-base'],
    agentRoundPerSig: values['agent-round-per-sig'],
    subscriptionRoundBase: values['subscription-round-base'],
    subscriptionRoundPerSig: values['subscription-round-per-sig'],
  };
  const settings: Partial<FlatSettings> = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  if (Object.keys(settings).length === 0) throw new FlagError('min-signers', 'this or another setting must be named');
  return settings;
}
