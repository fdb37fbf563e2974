import { ACCOUNT_KINDS, DEFAULT_ACCOUNT } from '@oracle-gateway/caller';
import { type HelpTopic, SHARED_TOPICS } from '@oracle-gateway/caller/command';

const NAME_COLUMNS = 9;

export const TOPICS: readonly HelpTopic[] = [
  ...SHARED_TOPICS,
  {
    name: 'sources',
    summary: 'how a source is named',
    text: [
      'A source is one of:',
      '  a feed        coinbase/btc-usd; `oracle-gateway feeds` lists them',
      '  a URL         https://host/path, with --path for the number in its answer',
      '  JSON          an apiConfig or an index, as text, in a file, or - for the standard input',
      'Several sources are a list: one round, one payment, and a value for each.',
      '`oracle-gateway simulate` tries a source for free and says which step failed.',
      '--transform changes the number, such as divide:100 or invert. --header, --body and --secret go with the request.',
    ].join('\n'),
  },
  {
    name: 'accounts',
    summary: 'what pays for a round',
    text: [
      '--account is one of:',
      ...Object.entries(ACCOUNT_KINDS).map(
        ([name, { meaning }]) => `  ${name.padEnd(NAME_COLUMNS)} ${meaning}${name === DEFAULT_ACCOUNT ? ' (by default)' : ''}`,
      ),
      'A subscription is opened by `oracle-gateway subscribe`, and an escrow is filled by `oracle-gateway fund`.',
      'agent and x402 need --max-amount: no round costs more.',
    ].join('\n'),
  },
];
