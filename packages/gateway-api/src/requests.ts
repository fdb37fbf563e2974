import { createParser, type Parser } from '@oracle-gateway/contract';
import type { Static, TSchema } from '@sinclair/typebox';
import { CreateSessionRequest } from './operations/create-session.js';
import { ExecuteAgentRoundRequest } from './operations/execute-agent-round.js';
import { ExecuteRoundRequest } from './operations/execute-round.js';
import { ExecuteX402RoundRequest } from './operations/execute-x402-round.js';
import { SimulateRequest } from './operations/simulate.js';

/** Checks a plain JSON value against interface §4.1. Throws `ContractError` naming field and rule. */
export const parseExecuteRoundRequest: Parser<ExecuteRoundRequest> = createParser(ExecuteRoundRequest, { root: 'body' });

/** Checks a plain JSON value against interface §4.3. Throws `ContractError` naming field and rule. */
export const parseExecuteAgentRoundRequest: Parser<ExecuteAgentRoundRequest> = createParser(ExecuteAgentRoundRequest, { root: 'body' });

/** Checks a plain JSON value against interface §4.2. Throws `ContractError` naming field and rule. */
export const parseExecuteX402RoundRequest: Parser<ExecuteX402RoundRequest> = createParser(ExecuteX402RoundRequest, { root: 'body' });

/** Checks the body of a dry run. Throws `ContractError` naming field and rule. */
export const parseSimulateRequest: Parser<SimulateRequest> = createParser(SimulateRequest, { root: 'body' });

/** Checks a plain JSON value against interface §4.5. Throws `ContractError` naming field and rule. */
export const parseCreateSessionRequest: Parser<CreateSessionRequest> = createParser(CreateSessionRequest, { root: 'body' });

/** The parser of a request body, of an operation's `request` schema. It throws `ContractError` naming field and rule. */
export function requestParser<Request extends TSchema>(request: Request): Parser<Static<Request>> {
  return createParser(request, { root: 'body' });
}
