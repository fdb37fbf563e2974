export { codePointLength } from './code-point-length.js';
export { type CompiledCheck, compiledParser, type CompiledRuleError } from './compiled-parser.js';
export { ContractError } from './contract-error.js';
export type { Parser, ParserOptions } from './parser.js';
