import { ContractError, createParser, type ParserOptions } from '@oracle-gateway/contract';
import { isAddress } from '@oracle-gateway/protocol';
import type { Static, TObject } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { parse as parseToml, TomlError } from 'smol-toml';
import { ConfigError } from './config-error.js';

/** A parser of a configuration file's text. It fills in the schema's defaults and throws ConfigError. */
export function createConfigFileParser<const S extends TObject>(
  schema: S,
  formats: ParserOptions['formats'] = {},
): (toml: string) => Static<S> {
  const parse = createParser(schema, { root: 'the file', formats: { address: isAddress, ...formats } });
  return (toml) => {
    try {
      return parse(Value.Default(schema, readToml(toml)));
    } catch (error) {
      throw error instanceof ContractError ? new ConfigError(error.field, error.rule) : error;
    }
  };
}

function readToml(toml: string): unknown {
  try {
    return parseToml(toml);
  } catch (error) {
    // The parser's own message quotes the line, which may hold a password.
    throw error instanceof TomlError ? new ConfigError(`line ${error.line}`, 'must be TOML') : error;
  }
}
