import { library } from '../../tsup.base.js';

// json-p3 is patched in this workspace (patches/), so a consumer gets it as part of this package and not from the registry.
export default library(
  [
    'src/index.ts',
    'src/accounts/index.ts',
    'src/instructions/index.ts',
    'src/internal.ts',
    'src/node/index.ts',
    'src/sealed/index.ts',
    'src/testing.ts',
  ],
  {
    commonjs: true,
    noExternal: ['json-p3'],
    esbuildOptions: (options) => {
      options.mainFields = ['module', 'main'];
    },
  },
);
