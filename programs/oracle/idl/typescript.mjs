/** The TypeScript side of an IDL: builders, errors and account decoders for packages/protocol. `pnpm run idl` writes them. */
import { accountsModule } from './typescript-accounts.mjs';
import { errorsModule } from './typescript-errors.mjs';
import { instructionsModule } from './typescript-instructions.mjs';

const HEADER = '// Generated from programs/oracle/idl.json by `pnpm --filter @oracle-gateway/program run idl`. Do not edit.\n';

/** The generated modules: each with its place in the repository and its text, not formatted yet. */
export function typescriptModules({ program }) {
  return [
    { path: 'packages/protocol/src/instructions/instructions.generated.ts', text: HEADER + instructionsModule(program) },
    { path: 'packages/protocol/src/instructions/program-errors.generated.ts', text: HEADER + errorsModule(program) },
    { path: 'packages/protocol/src/accounts/accounts.generated.ts', text: HEADER + accountsModule(program) },
  ];
}
