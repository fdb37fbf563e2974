import {
  anyText,
  checkProfileName,
  checkSetting,
  isSettingName,
  type ProfileFile,
  readProfiles,
  readSettings,
  SETTING_NAMES,
  type SettingName,
  SETTINGS,
  UsageError,
  writeProfiles,
} from '@oracle-gateway/caller';
import { command, operand, type CommandDefinition } from '../command.js';
import type { CliDeps } from '../deps.js';
import { EXIT_CODES } from '../exit-codes.js';
import { grouped, optional } from '../flag.js';
import { CONNECTION_FLAGS, OUTPUT_FLAGS, PAYING_FLAGS } from '../flag-groups.js';

const NAME_COLUMNS = 19;

const PROFILE_FLAG = grouped('Connection', {
  profile: optional({ ...anyText, placeholder: 'name' }, 'profile to change; the one in use by default'),
});

const show = command({
  words: 'config',
  summary: 'Shows the settings and where each comes from; its commands change a profile',
  description: [
    'A setting comes from a flag, else from --localnet, else from the environment, else from the profile.',
    `The settings are:\n${SETTING_NAMES.map((name) => `  ${name.padEnd(NAME_COLUMNS)} ${SETTINGS[name].meaning} (${SETTINGS[name].variable})`).join('\n')}`,
    'Program and network decide whose signatures count. They are yours to say, because a gateway that lies could name a program of its own.',
    'The profiles are in ~/.config/oracle-gateway/config.json, or in the file that ORACLE_GATEWAY_CONFIG names. ORACLE_GATEWAY_PROFILE names a profile.',
  ],
  operands: [],
  subcommands: ['set', 'unset', 'use'],
  flags: { ...PAYING_FLAGS, ...CONNECTION_FLAGS, ...OUTPUT_FLAGS },
  examples: [
    ['oracle-gateway config', 'what the next command would use'],
    ['oracle-gateway config set gateway https://gateway.example', 'in the profile in use'],
    ['oracle-gateway config set key ~/.config/solana/id.json --profile devnet', 'in another profile, which is made if it does not exist'],
  ],
  async run({ flags, deps, terminal }) {
    const { values, origins, profile } = await readSettings(deps, flags);
    terminal.note(`profile ${profile} of ${deps.places.configFile}`);
    for (const name of SETTING_NAMES) {
      const value = values[name];
      if (value === undefined) continue;
      const text = String(value);
      terminal.result(`${name.padEnd(NAME_COLUMNS)} ${text}  (${origins[name] ?? 'profile'})`, { name, value: text, from: origins[name] });
    }
    return EXIT_CODES.done;
  },
});

const set = command({
  words: 'config set',
  summary: 'Writes a setting into a profile',
  description: ['The key itself is never written: the setting `key` is the path of its file.'],
  operands: [
    { name: 'setting', meaning: SETTING_NAMES.join(', '), isRequired: true, candidates: () => Promise.resolve(SETTING_NAMES) },
    { name: 'value', meaning: 'its value', isRequired: true },
  ],
  flags: { ...PROFILE_FLAG, ...OUTPUT_FLAGS },
  examples: [['oracle-gateway config set rpc https://api.devnet.solana.com', 'in the profile in use']],
  async run({ operands, flags, deps, terminal }) {
    const name = settingName(operand({ operands }, 0));
    const text = checkSetting('value', name, operand({ operands }, 1));
    const profile = await change(deps, flags.profile, (settings) => ({ ...settings, [name]: text }));
    terminal.note(`${name} is set in profile ${profile}`);
    return EXIT_CODES.done;
  },
});

const unset = command({
  words: 'config unset',
  summary: 'Removes a setting from a profile',
  description: [],
  operands: [{ name: 'setting', meaning: 'as of `config set`', isRequired: true, candidates: () => Promise.resolve(SETTING_NAMES) }],
  flags: { ...PROFILE_FLAG, ...OUTPUT_FLAGS },
  examples: [['oracle-gateway config unset max-amount', 'from the profile in use']],
  async run({ operands, flags, deps, terminal }) {
    const name = settingName(operand({ operands }, 0));
    const profile = await change(deps, flags.profile, ({ [name]: _removed, ...others }) => others);
    terminal.note(`${name} is not set in profile ${profile}`);
    return EXIT_CODES.done;
  },
});

const use = command({
  words: 'config use',
  summary: 'Chooses the profile that is used where none is named',
  description: [],
  operands: [{ name: 'profile', meaning: 'its name', isRequired: true }],
  flags: { ...OUTPUT_FLAGS },
  examples: [['oracle-gateway config use devnet', 'for every further command']],
  async run({ operands, deps, terminal }) {
    const profile = checkProfileName('profile', operand({ operands }, 0));
    const file = await readProfiles(deps.files, deps.places.configFile);
    if (file.profiles[profile] === undefined) throw new UsageError('profile', 'must exist: make it with oracle-gateway config set');
    await writeProfiles(deps.files, deps.places.configFile, { ...file, profile });
    terminal.note(`profile ${profile} is in use`);
    return EXIT_CODES.done;
  },
});

export const CONFIG_COMMANDS: readonly CommandDefinition[] = [show, set, unset, use];

function settingName(text: string): SettingName {
  if (!isSettingName(text)) throw new UsageError('setting', `must be one of ${SETTING_NAMES.join(', ')}`);
  return text;
}

type ProfileSettings = ProfileFile['profiles'][string];

async function change(
  { files, places }: CliDeps,
  named: string | undefined,
  change: (settings: ProfileSettings) => ProfileSettings,
): Promise<string> {
  const file = await readProfiles(files, places.configFile);
  const profile = named === undefined ? file.profile : checkProfileName('--profile', named);
  const profiles = { ...file.profiles, [profile]: change(file.profiles[profile] ?? {}) };
  await writeProfiles(files, places.configFile, { ...file, profiles });
  return profile;
}
