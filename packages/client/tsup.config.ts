import { library } from '../../tsup.base.js';

export default library(
  [
    'src/index.ts',
    'src/failures.ts',
    'src/feeds.ts',
    'src/public-feeds.ts',
    'src/search-feeds.ts',
    'src/subscriber.ts',
    'src/testing.ts',
    'src/usage-totals.ts',
    'src/wallet.ts',
    'src/x402.ts',
  ],
  { commonjs: true },
);
