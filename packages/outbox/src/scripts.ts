import type { Cluster, Redis } from 'ioredis';
import { SCRIPTS } from './scripts.generated.js';

export type ScriptName = keyof typeof SCRIPTS;

/** One Redis primary, or a Cluster: all keys of a shard share one slot. */
export type OutboxConnection = Redis | Cluster;

/** Runs one script with the keys it declares. It runs alone on the server, so everything it checks still holds when it writes. */
export type RunScript = (name: ScriptName, keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>;

type Command = (keyCount: number, ...texts: readonly (string | number)[]) => Promise<unknown>;

/**
 * Teaches the connection the outbox's commands, unless it knows them already: the client sends a script's text once for each socket, and its
 * hash from then on.
 */
export function defineScripts(redis: OutboxConnection): RunScript {
  for (const [name, { lua }] of Object.entries(SCRIPTS)) {
    if (!isCommand(Reflect.get(redis, commandName(name)))) redis.defineCommand(commandName(name), { lua });
  }
  return (name, keys, args) => {
    const command: unknown = Reflect.get(redis, commandName(name));
    if (!isCommand(command)) throw new TypeError('the connection takes no scripts');
    return command.call(redis, keys.length, ...keys, ...args);
  };
}

function commandName(name: string): string {
  return `outbox:${name}`;
}

function isCommand(member: unknown): member is Command {
  return typeof member === 'function';
}
