import type { ErrorCode } from './error-fates.js';
import type { ErrorText } from './error-text.js';
import { requestErrorTexts } from './request-error-texts.js';
import { roundErrorTexts } from './round-error-texts.js';

export const errorTexts: Readonly<Record<ErrorCode, ErrorText>> = { ...requestErrorTexts, ...roundErrorTexts };
