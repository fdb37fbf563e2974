import { createParser, type Parser } from '@oracle-gateway/contract';
import { ExecuteRoundRequest } from './operations/execute-round.js';

/** Checks a plain JSON value against interface §4.1. Throws `ContractError` naming field and rule. */
export const parseExecuteRoundRequest: Parser<ExecuteRoundRequest> = createParser(ExecuteRoundRequest, { root: 'body' });
