import type { Parser } from '@oracle-gateway/contract/standalone';
import { RoundEvent } from './operations/get-round-events.js';
import { answerParserOf } from './parser-of.js';

/** Checks the JSON value of an event's `data`. Throws `ContractError` naming field and rule. */
export const parseRoundEvent: Parser<RoundEvent> = /* @__PURE__ */ answerParserOf(RoundEvent);
