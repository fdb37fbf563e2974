import { compileChecks } from '@oracle-gateway/contract/compile';
import type { TSchema } from '@sinclair/typebox';
import { answerSchemas, type ContractSchema, requestSchemas } from './contract-schemas.js';
import { FlatRoundResult } from './flat-result.js';
import { NestedRoundResult } from './nested-result.js';
import { RoundEvidence } from './round-evidence.js';
import { SignInPayload } from './sign-in-payload.js';

const HEAD = '// Written by `pnpm run docs` from the schemas of the operations: change those.';

/** Schemas with a parser of their own, by the name of their check. */
const parts = {
  flatRoundResult: FlatRoundResult,
  nestedRoundResult: NestedRoundResult,
  roundEvidence: RoundEvidence,
  signInPayload: SignInPayload,
};

/** The compiled checks of the contract and their types, by file name. `pnpm run docs` writes them. */
export function checksModules(): Record<string, string> {
  const requests = requestSchemas();
  const answers = answerSchemas();
  const checks: Record<string, TSchema> = { ...parts };
  for (const { name, schema } of [...requests, ...answers]) checks[name] = schema;
  const types = Object.keys(parts).map((name) => `export declare const ${name}: CompiledCheck;`);
  return {
    'checks.generated.js': [HEAD, compileChecks(checks), table('requestChecks', requests), table('answerChecks', answers), ''].join('\n'),
    'checks.generated.d.ts': [
      HEAD,
      "import type { CompiledCheck } from '@oracle-gateway/contract/standalone';",
      '',
      ...types,
      'export declare const requestChecks: Readonly<Record<string, CompiledCheck>>;',
      'export declare const answerChecks: Readonly<Record<string, CompiledCheck>>;',
      '',
    ].join('\n'),
  };
}

function table(name: string, schemas: readonly ContractSchema[]): string {
  return [`export const ${name} = {`, ...schemas.map((schema) => `  ${schema.name},`), '};'].join('\n');
}
