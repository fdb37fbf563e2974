// Written by `pnpm run docs` from the schemas of the operations: change those.
import type { CompiledCheck } from '@oracle-gateway/contract/standalone';

export declare const flatRoundResult: CompiledCheck;
export declare const nestedRoundResult: CompiledCheck;
export declare const roundEvidence: CompiledCheck;
export declare const signInPayload: CompiledCheck;
export declare const requestChecks: Readonly<Record<string, CompiledCheck>>;
export declare const answerChecks: Readonly<Record<string, CompiledCheck>>;
