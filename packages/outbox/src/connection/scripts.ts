import type { Cluster, Redis } from 'ioredis';
import { SCRIPTS, type ScriptInputs } from './scripts.generated.js';

export type ScriptName = keyof typeof SCRIPTS;

/** One Redis primary, or a Cluster: all keys of a shard share one slot. */
export type OutboxConnection = Redis | Cluster;

/**
 * Runs one script with the keys that it declares, its input, null for a script without one, and its text. It runs alone on the server, so
 * everything that it checks still holds when it writes. The text has a character for each of its bytes (latin1), and so have the texts that
 * `readTexts` takes out of the reply.
 */
export type RunScript = <Name extends ScriptName>(
  name: Name,
  keys: readonly string[],
  input: ScriptInputs[Name],
  text?: string | Buffer,
) => Promise<unknown>;

type Command = (keyCount: number, ...texts: readonly (string | Buffer)[]) => Promise<unknown>;

/** Connections that know the outbox's commands. */
const taught = new WeakSet<OutboxConnection>();

/**
 * Teaches the connection the outbox's commands, unless it knows them already: the client sends a script's text once for each socket, and its
 * hash from then on.
 */
export function defineScripts(redis: OutboxConnection): RunScript {
  if (!taught.has(redis)) {
    for (const [name, { lua }] of Object.entries(SCRIPTS)) redis.defineCommand(commandName(name), { lua });
    taught.add(redis);
  }
  return (name, keys, input, text) => {
    // The client's form of a command that answers bytes.
    const command: unknown = Reflect.get(redis, `${commandName(name)}Buffer`);
    if (!isCommand(command)) throw new TypeError('the connection takes no scripts');
    return command.call(redis, keys.length, ...keys, ...scriptArgs(input, text));
  };
}

/** Arguments of a script after its keys. */
export function scriptArgs(input: object | null, text: string | Buffer | undefined): readonly (string | Buffer)[] {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text;
  return [...(input === null ? [] : [encodeInput(input)]), ...(bytes === undefined ? [] : [bytes])];
}

/**
 * A script's input as JSON. The text stays outside: JSON would write most of its characters as six. Lua holds numbers as doubles, so amounts are texts. No member is null, which Lua would take for true: what is not
 * known is left out. Half a surrogate pair, as a text that was cut may end with, becomes U+FFFD: the server's reader refuses it.
 */
export function encodeInput(input: object): string {
  const json = JSON.stringify(input);
  if (!json.includes('\\ud')) return json;
  return json.replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (escape) => (escape === '\\\\' ? escape : '\ufffd'));
}

function commandName(name: string): string {
  return `outbox:${name}`;
}

function isCommand(member: unknown): member is Command {
  return typeof member === 'function';
}
