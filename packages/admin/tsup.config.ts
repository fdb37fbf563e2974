import { app, fromSources, writeDeclarations } from '../../tsup.base.js';

const ENTRIES = ['src/index.ts', 'src/main.ts'];

// caller and vouching are private: the command line and what asks nodes come with this package.
// Their sources are bundled, not their built files: what is not used stays out.
export default app(ENTRIES, {
  splitting: true,
  noExternal: ['@oracle-gateway/caller', '@oracle-gateway/vouching'],
  esbuildOptions: fromSources,
  onSuccess: () => {
    writeDeclarations(process.cwd(), ENTRIES);
    return Promise.resolve();
  },
});
