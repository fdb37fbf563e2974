import type { CommandOperand } from '@oracle-gateway/caller/command';

export const SOURCE_OPERAND: CommandOperand = {
  name: 'source',
  meaning: 'a feed such as coinbase/btc-usd, a URL, an apiConfig or an index as JSON, a file of one, or - for the standard input',
  isRequired: true,
  async candidates() {
    const { builtInFeedNames } = await import('@oracle-gateway/caller/feeds');
    return builtInFeedNames();
  },
};

/** Several sources are a list: one round. */
export const SOURCES_OPERAND: CommandOperand = { ...SOURCE_OPERAND, repeats: true };
