import type { ErrorCode } from './error-fates.js';
import { type ErrorRule, errorRules } from './error-rules.js';
import type { ErrorText } from './error-text.js';
import { errorTexts } from './error-texts.js';

export { type Authorization, type ErrorCode, errorFates, isErrorCode } from './error-fates.js';
export { type ErrorRule, errorRules } from './error-rules.js';

/** One error of the gateway. */
export interface ErrorEntry extends ErrorRule, ErrorText {}

/** Every error of the gateway with its texts, as docs/errors.md shows it. A bundle that needs no texts takes {@link errorRules}, and a client {@link errorFates}. */
export const errorTable: Readonly<Record<ErrorCode, ErrorEntry>> = /* @__PURE__ */ withTexts();

function withTexts(): Record<ErrorCode, ErrorEntry> {
  const codes = Object.keys(errorRules) as ErrorCode[];
  return Object.fromEntries(codes.map((code) => [code, { ...errorRules[code], ...errorTexts[code] }])) as Record<ErrorCode, ErrorEntry>;
}
