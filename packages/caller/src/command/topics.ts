import { PROFILE_SETTING_NAMES, SETTINGS } from '../config/setting.js';
import { money } from '../value-kind.js';
import { EXIT_CODE_MEANINGS } from './exit-codes.js';
import type { HelpTopic } from './help-ending.js';

const NAME_COLUMNS = 19;

/** Topics of every program of this project. */
export const SHARED_TOPICS: readonly HelpTopic[] = [
  {
    name: 'settings',
    summary: 'where settings come from',
    text: [
      'A setting comes from a flag, else from --localnet, else from the environment, else from the profile in use.',
      '',
      ...PROFILE_SETTING_NAMES.map((name) => `  ${name.padEnd(NAME_COLUMNS)} ${SETTINGS[name].variable}\n    ${SETTINGS[name].meaning}`),
      '',
      'The profiles are in ~/.config/oracle-gateway/config.json, or in the file that ORACLE_GATEWAY_CONFIG names.',
      'ORACLE_GATEWAY_PROFILE or --profile names a profile, and `config use` chooses one.',
      '`oracle-gateway init` asks for the settings, tries them, and writes a profile.',
    ].join('\n'),
  },
  {
    name: 'exit-codes',
    summary: 'how a command ends',
    text: EXIT_CODE_MEANINGS.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}`).join('\n'),
  },
  {
    name: 'money',
    summary: 'how amounts are written',
    text: [
      `An amount of money is ${money.form}. At most six decimal places count.`,
      'A bare number is refused: it could be dollars or atomic units, a millionth of a dollar.',
      "In a shell, write 0.005usd, or put '$0.005' in single quotes.",
      'Output for people is in dollars and SOL. --json prints the units of the wire: atomic units and lamports.',
    ].join('\n'),
  },
];
