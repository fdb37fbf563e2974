import { createChecker, memberName, type ParserOptions } from '@oracle-gateway/contract';
import { isAddress } from '@oracle-gateway/protocol';
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { ConfigError, type ConfigFault, throwFaults } from './config-error.js';
import { fileOrder } from './file-order.js';
import { isTable, memberSchema, schemasIn } from './members.js';
import { faultsOf, readAll } from './read-all.js';
import { readToml } from './read-toml.js';
import { readNamedFile } from './setting.js';
import { namesIn, takeUnknownKeys } from './unknown-keys.js';

/** A kind of configuration file. */
export interface ConfigFileKind<T> {
  /** Content of the text of a file, with the schema's defaults. Throws ConfigError with every key whose form is wrong. */
  readonly parse: (toml: string) => T;
  /**
   * Result of `read` on the file at `path`. Throws ConfigError with every fault of the file and every fault that `read` throws, in the order of
   * the file. A member of wrong form throws as `read` takes it, so that only rules that need it are passed over.
   */
  readonly load: <R>(path: string, read: (file: T) => R | Promise<R>) => Promise<R>;
}

/** Files of one schema; `formats` has the formats that it names beside addresses. */
export function createConfigFile<const S extends TObject>(schema: S, formats: ParserOptions['formats'] = {}): ConfigFileKind<Static<S>> {
  const check = createChecker(schema, { root: 'the file', formats: { address: isAddress, ...formats } });
  const names = new Set(namesIn(schema, '').map(({ last }) => last));

  function examine(toml: string) {
    const plain = readToml(toml, names);
    const inOrder = fileOrder(plain);
    const unknown = takeUnknownKeys(schema, plain);
    const file = Value.Default(schema, plain);
    const faults = [...unknown, ...check(file).map(({ field, rule }) => ({ key: field, rule }))];
    guard(schema, file, { name: '', faults });
    // The guard stands before each member of wrong form; the others have the form of the schema.
    return { file: file as Static<S>, faults, inOrder };
  }

  return {
    parse(toml) {
      const { file, faults, inOrder } = examine(toml);
      throwFaults(inOrder(faults));
      return file;
    },
    async load(path, read) {
      const { file, faults, inOrder } = examine((await readNamedFile('--config', path, { byteOrderMark: 'allowed' })).text);
      try {
        const { result } = await readAll({ form: () => throwFaults(faults), result: () => read(file) });
        return result;
      } catch (error) {
        throwFaults(inOrder(once(faultsOf(error))));
        throw error;
      }
    },
  };
}

interface Guarded {
  readonly name: string;
  readonly faults: readonly ConfigFault[];
}

/** Lets a member that breaks a rule throw its faults when it is taken, a missing one too. */
function guard(schema: TSchema | undefined, table: unknown, { name, faults }: Guarded): void {
  if (!isTable(table)) return;
  for (const key of new Set([...Object.keys(schemasIn(schema?.['properties'])), ...Object.keys(table)])) {
    const member = memberName(name, key);
    const [first, ...others] = faults.filter((fault) => fault.key === member || fault.key.startsWith(`${member}[`));
    if (first === undefined) {
      guard(schema && memberSchema(schema, key), table[key], { name: member, faults });
    } else {
      const get = (): never => {
        throw new ConfigError(first.key, first.rule, others);
      };
      Object.defineProperty(table, key, { enumerable: true, get });
    }
  }
}

/** Several rules of one key are told; one rule is told once, however many readers came upon it. */
function once(faults: readonly ConfigFault[]): readonly ConfigFault[] {
  return [...new Map(faults.map((fault) => [`${fault.key}: ${fault.rule}`, fault])).values()];
}
