import type { Address } from '@oracle-gateway/protocol';
import { CorruptRecordError } from './errors.js';
import { outboxPrefix, ShardKeys } from './keys.js';
import { readInteger, readText, readTexts } from './reply.js';
import { requireCount } from './require-count.js';
import { requireName } from './require-name.js';
import { defineScripts, type OutboxConnection } from './scripts.js';

/** Calls that were taken. */
export interface TakenCalls {
  /** For calls that were not made. */
  giveBack(): Promise<void>;
}

/** Not so many calls are left; so many seconds from now they are, unless others take them. */
export class CallsSpentError extends Error {
  override readonly name = 'CallsSpentError';

  constructor(readonly secondsLeft: number) {
    super('the calls of this minute are spent');
  }
}

/** Calls to somebody outside, so many a minute over all processes that share the gateway's keypair: in no span of a minute are there more. */
export interface CallBudget {
  /** Throws CallsSpentError when so many calls could not be taken now. */
  look(name: string, calls: number): Promise<void>;
  /** Throws CallsSpentError, and takes nothing then. */
  take(name: string, calls: number): Promise<TakenCalls>;
}

export interface CallBudgetOptions {
  readonly redis: OutboxConnection;
  /** Address of the Gateway account: the shard. */
  readonly gateway: Address;
  readonly callsPerMinute: number;
}

/** It neither opens nor closes the connection. */
export function createCallBudget({ redis, gateway, callsPerMinute }: CallBudgetOptions): CallBudget {
  const run = defineScripts(redis);
  const keys = new ShardKeys(outboxPrefix(gateway));
  const most = requireCount('callsPerMinute', callsPerMinute);
  const ask = async (name: string, calls: number, takes: boolean): Promise<number> => {
    const key = keys.calls(requireName('the name of a budget', name));
    const texts = readTexts(await run('takeCalls', [key], [requireCount('calls', calls), most, takes ? '1' : '0']));
    const number = readInteger(readText(texts, 1));
    if (texts[0] === 'taken') return number;
    if (texts[0] === 'spent') throw new CallsSpentError(number);
    throw new CorruptRecordError('the server answered a taking of calls with an unknown outcome');
  };
  return {
    look: async (name, calls) => {
      await ask(name, calls, false);
    },
    take: async (name, calls) => {
      const second = await ask(name, calls, true);
      return {
        giveBack: async () => {
          await run('giveBackCalls', [keys.calls(name)], [calls, second]);
        },
      };
    },
  };
}
