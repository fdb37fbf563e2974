import { nearestName } from '@oracle-gateway/protocol/internal';

import type { Files } from '../files/files.js';
import { isMembers, own, parseJson } from '../json.js';
import { UsageError } from '../usage-error.js';
import type { FilePlaces } from './environment.js';
import { isSettingName, PROFILE_SETTING_NAMES, SETTINGS, type SettingName, type SettingTexts } from './setting.js';

/** The configuration file: profiles by name, and which one is used where none is named. */
export interface ProfileFile {
  readonly profile: string;
  readonly profiles: Readonly<Record<string, SettingTexts>>;
}

export const DEFAULT_PROFILE = 'default';
const PROFILE_NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;

const FIELD = 'the configuration file';

export function checkProfileName(field: string, name: string): string {
  if (!PROFILE_NAME.test(name)) throw new UsageError(field, 'must be a name of a profile: small letters, digits and hyphens');
  return name;
}

/** An absent file has no profiles. Throws UsageError naming the member that breaks its rule. */
export async function readProfiles(files: Pick<Files, 'read'>, path: string): Promise<ProfileFile> {
  const text = await files.read(FIELD, path);
  if (text === null) return { profile: DEFAULT_PROFILE, profiles: {} };
  const plain = parseJson(FIELD, text);
  const profile = own(plain, 'profile') ?? DEFAULT_PROFILE;
  const profiles = own(plain, 'profiles') ?? {};
  if (typeof profile !== 'string') throw new UsageError(`${FIELD}: profile`, 'must be a text');
  if (!isMembers(profiles)) throw new UsageError(`${FIELD}: profiles`, 'must be an object');
  return {
    profile: checkProfileName(`${FIELD}: profile`, profile),
    profiles: Object.fromEntries(Object.entries(profiles).map(([name, members]) => [name, readSettings(`profiles.${name}`, members)])),
  };
}

function readSettings(field: string, plain: unknown): SettingTexts {
  if (!isMembers(plain)) throw new UsageError(`${FIELD}: ${field}`, 'must be an object');
  for (const [name, value] of Object.entries(plain)) {
    if (!isSettingName(name)) {
      const nearest = nearestName(name, PROFILE_SETTING_NAMES);
      throw new UsageError(`${FIELD}: ${field}.${name}`, `is not a setting${nearest === undefined ? '' : `; did you mean ${nearest}?`}`);
    }
    checkSetting(`${FIELD}: ${field}.${name}`, name, value);
  }
  return plain;
}

/** Returns the text of a setting that keeps its rule. */
export function checkSetting(field: string, name: SettingName, value: unknown): string {
  const { kind } = SETTINGS[name];
  if (typeof value !== 'string' || kind.parse(value) === undefined) throw new UsageError(field, `must be ${kind.form}`);
  return value;
}

export async function writeProfiles(files: Pick<Files, 'write'>, path: string, { profile, profiles }: ProfileFile): Promise<void> {
  await files.write(path, `${JSON.stringify({ profile, profiles }, null, 2)}\n`);
}

type ProfileSettings = ProfileFile['profiles'][string];

/** Changes the named profile, else the one in use, and returns its name. Throws UsageError. */
export async function changeProfile(
  { files, places }: { readonly files: Pick<Files, 'read' | 'write'>; readonly places: Pick<FilePlaces, 'configFile'> },
  named: string | undefined,
  changed: (settings: ProfileSettings) => ProfileSettings,
): Promise<string> {
  const file = await readProfiles(files, places.configFile);
  const profile = named === undefined ? file.profile : checkProfileName('--profile', named);
  const profiles = { ...file.profiles, [profile]: changed(file.profiles[profile] ?? {}) };
  await writeProfiles(files, places.configFile, { ...file, profiles });
  return profile;
}
