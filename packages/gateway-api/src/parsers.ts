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
export const parseExecuteRoundRequest: Parser<ExecuteRoundRequest> = /* @__PURE__ */ createParser(ExecuteRoundRequest, BODY);

/** Checks a plain JSON value against docs/api.md#post-v1agentexecute. Throws `ContractError` naming field and rule. */
export const parseExecuteAgentRoundRequest: Parser<ExecuteAgentRoundRequest> = /* @__PURE__ */ createParser(ExecuteAgentRoundRequest, BODY);

/** Checks a plain JSON value against docs/api.md#post-v1x402execute. Throws `ContractError` naming field and rule. */
export const parseExecuteX402RoundRequest: Parser<ExecuteX402RoundRequest> = /* @__PURE__ */ createParser(ExecuteX402RoundRequest, BODY);

/** Checks the body of a dry run. Throws `ContractError` naming field and rule. */
export const parseSimulateRequest: Parser<SimulateRequest> = /* @__PURE__ */ createParser(SimulateRequest, BODY);

/** Checks the body that opens or closes a public feed. Throws `ContractError` naming field and rule. */
export const parsePublishFeedRequest: Parser<PublishFeedRequest> = /* @__PURE__ */ createParser(PublishFeedRequest, BODY);

/** Checks a plain JSON value against docs/api.md#post-v1session. Throws `ContractError` naming field and rule. */
export const parseCreateSessionRequest: Parser<CreateSessionRequest> = /* @__PURE__ */ createParser(CreateSessionRequest, BODY);

/** Checks a plain JSON value against docs/api.md#post-v1roundexecute. Throws `ContractError` naming field and rule. */
export const parseFlatRoundResult: Parser<FlatRoundResult> = /* @__PURE__ */ createParser(FlatRoundResult, RESULT);

/** Checks a plain JSON value against docs/api.md#post-v1roundexecute. Throws `ContractError` naming field and rule. */
export const parseNestedRoundResult: Parser<NestedRoundResult> = /* @__PURE__ */ createParser(NestedRoundResult, RESULT);

/** Throws `ContractError` naming field and rule. */
export const parsePublishedSource: Parser<PublishedSource> = /* @__PURE__ */ createParser(PublishedSource, { root: 'source' });

/** Throws `ContractError` naming field and rule. */
export const parseRoundEvidence: Parser<RoundEvidence> = /* @__PURE__ */ createParser(RoundEvidence, { root: 'evidence' });

/** Checks the JSON of a `SIGN-IN-WITH-X` header. Throws `ContractError` naming field and rule. */
export const parseSignInPayload: Parser<SignInPayload> = /* @__PURE__ */ createParser(SignInPayload, { root: 'payload' });
