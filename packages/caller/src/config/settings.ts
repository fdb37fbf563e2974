import type { Files } from '../files/files.js';
import { UsageError } from '../usage-error.js';
import type { Environment, FilePlaces } from './environment.js';
import { DEFAULT_MANIFEST, type Localnet, readLocalnet } from './localnet.js';
import { KNOWN_DEPLOYMENTS, settingsOfNetwork } from './known-deployments.js';
import { checkProfileName, checkSetting, readProfiles } from './profiles.js';
import { isSettingName, type SettingName, PROFILE_SETTING_NAMES, SETTINGS, type SettingValues } from './setting.js';

/** Places of a setting, the first one first. */
const PLACES = ['flag', 'localnet', 'environment', 'profile'] as const;

export type SettingOrigin = (typeof PLACES)[number] | 'network';

/** Every setting of one call, each from the first place that has it: flag, localnet, environment, profile. */
export interface CallSettings {
  readonly values: SettingValues;
  readonly origins: { readonly [name in SettingName]?: SettingOrigin };
  /** Name of the profile. */
  readonly profile: string;
  readonly localnet: Localnet | null;
}

export interface SettingsDeps {
  readonly files: Pick<Files, 'read'>;
  readonly environment: Environment;
  readonly places: Pick<FilePlaces, 'configFile'>;
}

/** The flags of a command, some of them settings. */
export type CalledFlags = Readonly<Record<string, unknown>>;

const PROFILE_VARIABLE = 'ORACLE_GATEWAY_PROFILE';

/** Throws UsageError. */
export async function readCallSettings(deps: SettingsDeps, flags: CalledFlags): Promise<CallSettings> {
  const localnet = typeof flags['localnet'] === 'string' ? await readLocalnet(deps.files, flags['localnet'] || DEFAULT_MANIFEST) : null;
  const { profile, texts: profileTexts } = await readProfile(deps, flags['profile'], localnet !== null);
  const values: Record<string, unknown> = {};
  const origins: { [name in SettingName]?: SettingOrigin } = {};
  const take = (name: SettingName, origin: SettingOrigin, value: unknown): void => {
    if (value === undefined || values[name] !== undefined) return;
    values[name] = value;
    origins[name] = origin;
  };
  const parse = (name: SettingName, place: string, text: string | undefined): unknown =>
    text === undefined ? undefined : SETTINGS[name].kind.parse(checkSetting(place, name, text));
  for (const name of PROFILE_SETTING_NAMES) {
    const { variable } = SETTINGS[name];
    take(name, 'flag', flags[name]);
    take(name, 'localnet', parse(name, '--localnet', localnet?.settings[name]));
    // A localnet brings its own key.
    if (localnet !== null && name === 'key') continue;
    const text = deps.environment[variable];
    take(name, 'environment', parse(name, variable, text === '' ? undefined : text));
    take(name, 'profile', parse(name, `profile ${profile}: ${name}`, profileTexts[name]));
  }
  const ranks = Object.fromEntries(Object.entries(origins).map(([name, origin]) => [name, PLACES.findIndex((place) => place === origin)]));
  for (const [name, value] of Object.entries(settingsOfNetwork(KNOWN_DEPLOYMENTS, { values, ranks }) ?? {})) {
    if (!isSettingName(name) || values[name] === value) continue;
    values[name] = value;
    origins[name] = 'network';
  }
  // Each value was read by the kind of its setting.
  return { values, origins, profile, localnet };
}

/** With a localnet, only a profile that is named counts: the ordinary one is about another gateway. */
async function readProfile({ files, environment, places }: SettingsDeps, flag: unknown, isLocalnet: boolean) {
  const variable = environment[PROFILE_VARIABLE];
  const named =
    typeof flag === 'string' ? { field: '--profile', name: flag } : variable ? { field: PROFILE_VARIABLE, name: variable } : null;
  if (isLocalnet && named === null) return { profile: 'localnet', texts: {} };
  const file = await readProfiles(files, places.configFile);
  const profile = named === null ? file.profile : checkProfileName(named.field, named.name);
  const texts = file.profiles[profile];
  if (named !== null && texts === undefined)
    throw new UsageError(named.field, 'must be a profile of the configuration file: `config set` makes one');
  return { profile, texts: texts ?? {} };
}

/** Throws UsageError that says every way to give the setting. */
export function requiredSetting<N extends SettingName>({ values }: Pick<CallSettings, 'values'>, name: N): NonNullable<SettingValues[N]> {
  const value = values[name];
  if (value === undefined)
    throw new UsageError(`--${name}`, `is required, here, in ${SETTINGS[name].variable}, or in a profile by \`config set ${name}\``);
  return value;
}
