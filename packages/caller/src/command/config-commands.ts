import { formatMoney, nearestName } from '@oracle-gateway/protocol/internal';

import { checkProfileName, changeProfile, checkSetting, readProfiles, writeProfiles } from '../config/profiles.js';
import { PROFILE_SETTING_NAMES, type SettingName, SETTINGS } from '../config/setting.js';
import { readCallSettings } from '../config/settings.js';
import { readKeyFile, wholeKeyPath } from '../files/key-file.js';
import { UsageError } from '../usage-error.js';
import { anyText } from '../value-kind.js';
import { command, operand, type CommandDefinition } from './command.js';
import { OUTPUT_FLAGS, PROFILE_FLAGS } from './common-flags.js';
import { EXIT_CODES } from './exit-codes.js';
import { type Flags, grouped, optional } from './flag.js';

const NAME_COLUMNS = 19;

const PROFILE_FLAG = grouped('Connection', {
  profile: optional({ ...anyText, placeholder: 'name' }, 'profile to change; the one in use by default'),
});

export interface ConfigCommandsInput {
  readonly program: string;
  /** The settings that the program reads, as flags. */
  readonly flags: Flags;
  /** Paragraphs of the help about them. */
  readonly remarks: readonly string[];
}

/** The command `config` of a program, and the commands below it. Programs share the profiles. */
export function configCommands({ program, flags, remarks }: ConfigCommandsInput): readonly CommandDefinition<unknown>[] {
  const names = PROFILE_SETTING_NAMES.filter((name) => Object.hasOwn(flags, name));
  const settingName = (text: string): SettingName => {
    const found = names.find((name) => name === text);
    if (found === undefined) {
      const nearest = nearestName(text, names);
      throw new UsageError('setting', `must be one of ${names.join(', ')}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`);
    }
    return found;
  };
  const candidates = (): Promise<readonly string[]> => Promise.resolve(names);

  const show: CommandDefinition<unknown> = command({
    words: 'config',
    summary: 'Shows the settings and where each comes from; its commands change a profile',
    description: [
      'A setting comes from a flag, else from --localnet, else from the environment, else from the profile.',
      `The settings are:\n${names.map((name) => `  ${name.padEnd(NAME_COLUMNS)} ${SETTINGS[name].meaning} (${SETTINGS[name].variable})`).join('\n')}`,
      ...remarks,
      'The profiles are in ~/.config/oracle-gateway/config.json, or in the file that ORACLE_GATEWAY_CONFIG names. ORACLE_GATEWAY_PROFILE names a profile.',
    ],
    operands: [],
    flags: { ...flags, ...PROFILE_FLAGS, ...OUTPUT_FLAGS },
    examples: [
      [`${program} config`, 'what the next command would use'],
      [`${program} config set rpc https://rpc.example`, 'in the profile in use'],
      [`${program} config set key ~/.config/solana/id.json --profile devnet`, 'in another profile, which is made if it does not exist'],
    ],
    async run({ flags: given, around, terminal }) {
      const { values, origins, profile } = await readCallSettings(around, given);
      terminal.note(`profile ${profile} of ${around.places.configFile}`);
      for (const name of names) {
        const value = values[name];
        if (value === undefined) continue;
        const text = typeof value === 'bigint' ? formatMoney(value) : value;
        terminal.result(`${name.padEnd(NAME_COLUMNS)} ${text}  (${origins[name] ?? 'profile'})`, {
          name,
          value: text,
          from: origins[name],
        });
      }
      if (names.every((name) => values[name] === undefined))
        terminal.note('nothing is set yet: `oracle-gateway init` asks for what a command needs');
      return EXIT_CODES.done;
    },
  });

  const set: CommandDefinition<unknown> = command({
    words: 'config set',
    summary: 'Writes a setting into a profile',
    description: ['The key itself is never written: the setting `key` is the path of its file.'],
    operands: [
      { name: 'setting', meaning: names.join(', '), isRequired: true, candidates },
      { name: 'value', meaning: 'its value', isRequired: true },
    ],
    flags: { ...PROFILE_FLAG, ...OUTPUT_FLAGS },
    examples: [[`${program} config set rpc https://api.devnet.solana.com`, 'in the profile in use']],
    async run({ operands, flags: given, around, terminal }) {
      const name = settingName(operand({ operands }, 0));
      const checked = checkSetting('value', name, operand({ operands }, 1));
      // A path counts from where the command is typed, and the setting for every folder.
      const text = name === 'key' ? wholeKeyPath(around, checked) : checked;
      if (name === 'key') await readKeyFile(around.files, 'value', text);
      const profile = await changeProfile(around, given.profile, (settings) => ({ ...settings, [name]: text }));
      terminal.note(`${name} is set in profile ${profile}`);
      return EXIT_CODES.done;
    },
  });

  const unset: CommandDefinition<unknown> = command({
    words: 'config unset',
    summary: 'Removes a setting from a profile',
    description: [],
    operands: [{ name: 'setting', meaning: 'as of `config set`', isRequired: true, candidates }],
    flags: { ...PROFILE_FLAG, ...OUTPUT_FLAGS },
    examples: [[`${program} config unset rpc`, 'from the profile in use']],
    async run({ operands, flags: given, around, terminal }) {
      const name = settingName(operand({ operands }, 0));
      const profile = await changeProfile(around, given.profile, ({ [name]: _removed, ...others }) => others);
      terminal.note(`${name} is not set in profile ${profile}`);
      return EXIT_CODES.done;
    },
  });

  const use: CommandDefinition<unknown> = command({
    words: 'config use',
    summary: 'Chooses the profile that is used where none is named',
    description: [],
    operands: [{ name: 'profile', meaning: 'its name', isRequired: true }],
    flags: { ...OUTPUT_FLAGS },
    examples: [[`${program} config use devnet`, 'for every further command']],
    async run({ operands, around: { files, places }, terminal }) {
      const profile = checkProfileName('profile', operand({ operands }, 0));
      const file = await readProfiles(files, places.configFile);
      if (file.profiles[profile] === undefined) throw new UsageError('profile', `must exist: make it with ${program} config set`);
      await writeProfiles(files, places.configFile, { ...file, profile });
      terminal.note(`profile ${profile} is in use`);
      return EXIT_CODES.done;
    },
  });

  return [show, set, unset, use];
}
