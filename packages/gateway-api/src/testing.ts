import { createParser, type Parser } from '@oracle-gateway/contract';
import { RoundEvent } from './operations/get-round-events.js';

/** Clients by which tests and demos read a gateway's answers. */
export { type Answer, type OperationCallOptions, createHttpClient, type HttpClient, UnexpectedAnswerError } from './http-client.js';

/** Checks the JSON value of an event's `data`. Throws `ContractError` naming field and rule. */
export const parseRoundEvent: Parser<RoundEvent> = createParser(RoundEvent, { root: 'body' });
