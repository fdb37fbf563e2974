import type { CommandOperand } from '@oracle-gateway/caller/command';

export const SOURCE_OPERAND: CommandOperand = {
  name: 'source',
  meaning: 'a feed such as coinbase/btc-usd, a URL, an apiConfig as JSON, a file of one, or - for the standard input',
  isRequired: true,
  async candidates() {
    const { builtInFeedNames } = await import('@oracle-gateway/caller/feeds');
    return builtInFeedNames();
  },
};
