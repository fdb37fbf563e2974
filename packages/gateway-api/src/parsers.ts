import { createParser, type Parser, type ParserOptions } from '@oracle-gateway/contract';
import { CreateSessionRequest } from './operations/create-session.js';
import { ExecuteAgentRoundRequest } from './operations/execute-agent-round.js';
import { ExecuteRoundRequest } from './operations/execute-round.js';
import { ExecuteX402RoundRequest } from './operations/execute-x402-round.js';
import { FlatRoundResult } from './flat-result.js';
import { NestedRoundResult } from './nested-result.js';
import { PublishFeedRequest } from './operations/publish-feed.js';
import { PublishedSource } from './public-feed.js';
import { SimulateRequest } from './operations/simulate.js';
import { RoundEvidence } from './round-evidence.js';
import { SignInPayload } from './sign-in-payload.js';

export { ContractError } from '@oracle-gateway/contract';
export { createQueryReader, type QueryReader } from './query.js';

const BODY: ParserOptions = { root: 'body' };
const RESULT: ParserOptions = { root: 'result' };

/** Checks a plain JSON value against docs/api.md#post-v1roundexecute. Throws `ContractError` naming field and rule. */
export const parseExecuteRoundRequest: Parser<ExecuteRoundRequest> = createParser(ExecuteRoundRequest, BODY);

/** Checks a plain JSON value against docs/api.md#post-v1agentexecute. Throws `ContractError` naming field and rule. */
export const parseExecuteAgentRoundRequest: Parser<ExecuteAgentRoundRequest> = createParser(ExecuteAgentRoundRequest, BODY);

/** Checks a plain JSON value against docs/api.md#post-v1x402execute. Throws `ContractError` naming field and rule. */
export const parseExecuteX402RoundRequest: Parser<ExecuteX402RoundRequest> = createParser(ExecuteX402RoundRequest, BODY);

/** Checks the body of a dry run. Throws `ContractError` naming field and rule. */
export const parseSimulateRequest: Parser<SimulateRequest> = createParser(SimulateRequest, BODY);

/** Checks the body that opens or closes a public feed. Throws `ContractError` naming field and rule. */
export const parsePublishFeedRequest: Parser<PublishFeedRequest> = createParser(PublishFeedRequest, BODY);

/** Checks a plain JSON value against docs/api.md#post-v1session. Throws `ContractError` naming field and rule. */
export const parseCreateSessionRequest: Parser<CreateSessionRequest> = createParser(CreateSessionRequest, BODY);

/** Checks a plain JSON value against docs/api.md#post-v1roundexecute. Throws `ContractError` naming field and rule. */
export const parseFlatRoundResult: Parser<FlatRoundResult> = createParser(FlatRoundResult, RESULT);

/** Checks a plain JSON value against docs/api.md#post-v1roundexecute. Throws `ContractError` naming field and rule. */
export const parseNestedRoundResult: Parser<NestedRoundResult> = createParser(NestedRoundResult, RESULT);

/** Throws `ContractError` naming field and rule. */
export const parsePublishedSource: Parser<PublishedSource> = createParser(PublishedSource, { root: 'source' });

/** Throws `ContractError` naming field and rule. */
export const parseRoundEvidence: Parser<RoundEvidence> = createParser(RoundEvidence, { root: 'evidence' });

/** Checks the JSON of a `SIGN-IN-WITH-X` header. Throws `ContractError` naming field and rule. */
export const parseSignInPayload: Parser<SignInPayload> = createParser(SignInPayload, { root: 'payload' });
