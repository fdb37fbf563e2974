import type { Address } from '@oracle-gateway/protocol';
import { defineScripts, type OutboxConnection } from '../connection/scripts.js';
import { CorruptRecordError } from '../records/errors.js';
import { requireCount } from '../records/require-count.js';
import { requireName } from '../records/require-name.js';
import { outboxPrefix, ShardKeys } from '../wire/keys.js';
import { readInteger, readText, readTexts } from '../wire/reply.js';

/** Calls taken from a budget. */
export interface TakenCalls {
  /** Gives back calls that were not made. */
  readonly giveBack: () => Promise<void>;
}

/** Too few calls are left, or too few for this tenant. They are free again after `secondsLeft`, unless others take them. */
export class CallsSpentError extends Error {
  override readonly name = 'CallsSpentError';

  constructor(
    readonly secondsLeft: number,
    /** More calls are left, and they are kept for other tenants. */
    readonly isShare: boolean,
  ) {
    super(isShare ? "the tenant's share of the calls of this minute is spent" : 'the calls of this minute are spent');
  }
}

/** A tenant that takes calls. */
export interface CallingTenant {
  /** Letters, digits and . : _ - */
  readonly name: string;
  /** All strangers together have one share. */
  readonly isStranger: boolean;
}

/**
 * A limit on the calls to an outside service, in every span of a minute, over all processes that share the gateway's keypair. Tenants share the
 * calls: the share of one tenant shrinks as others come.
 */
export interface CallBudget {
  /** Throws CallsSpentError when so many calls could not be taken now. */
  peek(name: string, tenant: CallingTenant, calls: number): Promise<void>;
  /** Throws CallsSpentError, and takes nothing then. */
  take(name: string, tenant: CallingTenant, calls: number): Promise<TakenCalls>;
}

/** The budget of an outside service that all processes of a Gateway account share. */
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
  const ask = async (name: string, tenant: CallingTenant, calls: number, takes: boolean): Promise<number> => {
    const key = keys.calls(requireName('the name of a budget', name));
    const who = { tenant: memberOf(tenant), isStranger: tenant.isStranger };
    const texts = readTexts(await run('takeCalls', [key], { calls: requireCount('calls', calls), callsPerMinute: most, takes, ...who }));
    const number = readInteger(readText(texts, 1));
    if (texts[0] === 'taken') return number;
    if (texts[0] === 'spent' || texts[0] === 'share') throw new CallsSpentError(number, texts[0] === 'share');
    throw new CorruptRecordError('the server answered a taking of calls with an unknown outcome');
  };
  return {
    peek: async (name, tenant, calls) => {
      await ask(name, tenant, calls, false);
    },
    take: async (name, tenant, calls) => {
      const second = await ask(name, tenant, calls, true);
      return {
        giveBack: async () => {
          await run('giveBackCalls', [keys.calls(name)], { calls, second, tenant: memberOf(tenant) });
        },
      };
    },
  };
}

/** The first letter marks a stranger. */
function memberOf({ name, isStranger }: CallingTenant): string {
  return `${isStranger ? 's' : 'k'}:${requireName('the name of a tenant', name)}`;
}
