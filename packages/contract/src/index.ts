export { ContractError } from './contract-error.js';
export { createParser, type Parser, type ParserOptions } from './parser.js';
