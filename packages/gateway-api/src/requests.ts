import { compileCheck, type SchemaCheck } from './schema-check.js';
import { ExecuteRoundRequest } from './operations/execute-round.js';

let executeRoundCheck: SchemaCheck<ExecuteRoundRequest> | undefined;

/** Checks a plain JSON value against interface §4.1. Throws `ContractError` naming field and rule. */
export function parseExecuteRoundRequest(plain: unknown): ExecuteRoundRequest {
  executeRoundCheck ??= compileCheck(ExecuteRoundRequest, 'body');
  return executeRoundCheck(plain);
}
