import { app } from '../../tsup.base.js';

// Express-free HTTP and the ways to pay are loaded when they are used.
// `caller` is private: its sources are bundled, not its built files, so that what is not used stays out.
export default app(['src/main.ts'], {
  splitting: true,
  noExternal: ['@oracle-gateway/caller'],
  esbuildOptions: (options) => {
    options.conditions = ['@oracle-gateway/source'];
  },
});
