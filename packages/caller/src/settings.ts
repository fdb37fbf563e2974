export { type Environment, type FilePlaces, placesOf, readEnvironment } from './config/environment.js';
export { DEFAULT_MANIFEST } from './config/localnet.js';
export { KNOWN_DEPLOYMENTS } from './config/known-deployments.js';
export { changeProfile, checkProfileName, checkSetting, type ProfileFile, readProfiles, writeProfiles } from './config/profiles.js';
export { isSettingName, PROFILE_SETTING_NAMES, type ProfileSetting, type SettingName, SETTINGS } from './config/setting.js';
export { readCallSettings, requiredSetting, type CallSettings } from './config/settings.js';
export { type Files, FILES } from './files/files.js';
export { findSecretKey, readKeyFile, wholeKeyPath } from './files/key-file.js';
export { readStreamText } from './files/read-text.js';
export { isMembers, type Members, own, parseJson } from './json.js';
export { UsageError } from './usage-error.js';
export {
  anyText,
  base58,
  duration,
  file,
  httpUrl,
  integerIn,
  type Moment,
  moment,
  month,
  money,
  oneOf,
  u64,
  type ValueKind,
} from './value-kind.js';
