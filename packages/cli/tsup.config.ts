import { app } from '../../tsup.base.js';

// The command starts with its tree alone. The parts of one command are loaded when it runs. `caller` is private: its sources are bundled,
// not its built files, so that what is not used stays out.
export default app(['src/main.ts'], {
  splitting: true,
  noExternal: ['@oracle-gateway/caller'],
  esbuildOptions: (options) => {
    options.conditions = ['@oracle-gateway/source'];
  },
});
