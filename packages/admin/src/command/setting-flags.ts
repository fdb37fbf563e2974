import type { FlatSettings } from '../plans/settings.js';
import { type Flag, type FlagValues, optional, required, withDefault } from '@oracle-gateway/caller/command';
import { integerIn, UsageError, type ValueKind } from '@oracle-gateway/caller/settings';
import { addressOrNone, atomicUnits, seconds } from './value-kinds.js';

/** Six hours, the default of docs/protocol.md. */
const DEFAULT_WINDOW_SECONDS = '21600';

/** Makes the flag of a setting; `otherwise` is the default of a new protocol. `Absent` is the type of an absent flag. */
type SettingFlag<Absent> = <T>(kind: ValueKind<T>, meaning: string, otherwise?: string) => Flag<T | Absent>;

/** Flags of `initialise`: the times have defaults, the prices have none. */
export const requiredSettings = settingFlags<never>((kind, meaning, otherwise) =>
  otherwise === undefined ? required(kind, meaning) : withDefault(kind, otherwise, meaning),
);

/** Flags of `settings`: all are optional. */
export const changedSettings = settingFlags<undefined>((kind, meaning) => optional(kind, meaning));

export function protocolSettingsOf(values: FlagValues<typeof requiredSettings>): FlatSettings {
  return bySetting<never>(values);
}

/** Throws UsageError when no setting is given. */
export function changedSettingsOf(values: FlagValues<typeof changedSettings>): Partial<FlatSettings> {
  const named = Object.entries(bySetting<undefined>(values)).filter(([, value]) => value !== undefined);
  if (named.length === 0) throw new UsageError('--min-signers', 'this flag or another setting is required');
  const settings: Partial<FlatSettings> = Object.fromEntries(named);
  return settings;
}

function settingFlags<Absent>(flag: SettingFlag<Absent>) {
  return {
    'min-signers': flag(integerIn(1, 64), 'smallest quorum, from the next registry version on'),
    'version-grace-seconds': flag(seconds, 'how long a replaced registry version settles', DEFAULT_WINDOW_SECONDS),
    'settle-window-seconds': flag(seconds, 'how old a round may be when it settles', DEFAULT_WINDOW_SECONDS),
    'withdraw-delay-seconds': flag(seconds, 'how long a withdrawal waits', DEFAULT_WINDOW_SECONDS),
    'x402-round-base': flag(atomicUnits, 'x402: price of a round before its signatures'),
    'reward-per-signature': flag(atomicUnits, 'x402: price of each signature'),
    'agent-round-base': flag(atomicUnits, 'agents: price of a round before its signatures'),
    'agent-round-per-sig': flag(atomicUnits, 'agents: price of each signature'),
    'subscription-round-base': flag(atomicUnits, 'subscriptions: price of a round before its signatures'),
    'subscription-round-per-sig': flag(atomicUnits, 'subscriptions: price of each signature a round may have'),
    'additions-delay-seconds': flag(seconds, 'how long a change that could forge values waits after its announcement; 0: not at all', '0'),
    guardian: flag(addressOrNone, 'key that may cancel announced changes beside the administrator', 'none'),
  };
}

function bySetting<Absent>(values: FlagValues<ReturnType<typeof settingFlags<Absent>>>) {
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
    additionsDelaySeconds: values['additions-delay-seconds'],
    guardian: values.guardian,
  };
}
