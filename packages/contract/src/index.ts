export { ContractError } from './contract-error.js';
export { createChecker, createParser, type Parser, type ParserOptions } from './parser.js';
export { memberName } from './field-name.js';
