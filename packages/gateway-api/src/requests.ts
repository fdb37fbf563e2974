import type { Parser } from '@oracle-gateway/contract/standalone';
import type { Static, TSchema } from '@sinclair/typebox';
import { CreateSessionRequest } from './operations/create-session.js';
import { ExecuteAgentRoundRequest } from './operations/execute-agent-round.js';
import { ExecuteRoundRequest } from './operations/execute-round.js';
import { ExecuteX402RoundRequest } from './operations/execute-x402-round.js';
import { type CreateParser, requestParserOf } from './parser-of.js';
import { SimulateRequest } from './operations/simulate.js';

/** Checks a plain JSON value against interface §4.1. Throws `ContractError` naming field and rule. */
export const parseExecuteRoundRequest: Parser<ExecuteRoundRequest> = /* @__PURE__ */ requestParserOf(ExecuteRoundRequest);

/** Checks a plain JSON value against interface §4.3. Throws `ContractError` naming field and rule. */
export const parseExecuteAgentRoundRequest: Parser<ExecuteAgentRoundRequest> = /* @__PURE__ */ requestParserOf(ExecuteAgentRoundRequest);

/** Checks a plain JSON value against interface §4.2. Throws `ContractError` naming field and rule. */
export const parseExecuteX402RoundRequest: Parser<ExecuteX402RoundRequest> = /* @__PURE__ */ requestParserOf(ExecuteX402RoundRequest);

/** Checks the body of a dry run. Throws `ContractError` naming field and rule. */
export const parseSimulateRequest: Parser<SimulateRequest> = /* @__PURE__ */ requestParserOf(SimulateRequest);

/** Checks a plain JSON value against interface §4.5. Throws `ContractError` naming field and rule. */
export const parseCreateSessionRequest: Parser<CreateSessionRequest> = /* @__PURE__ */ requestParserOf(CreateSessionRequest);

/**
 * The parser of a request body, of an operation's `request` schema; for an operation of another contract, `createParser` compiles it. The
 * parser throws `ContractError` naming field and rule.
 */
export function requestParser<Request extends TSchema>(request: Request, createParser?: CreateParser): Parser<Static<Request>> {
  return requestParserOf(request, createParser);
}
