import { connectRedis, createConfirmedCalls, outboxPrefix } from '@oracle-gateway/outbox';
import { formatAddress, parseAddress } from '@oracle-gateway/protocol';
import type { Config, Secrets } from '../config/config.js';
import { createSessionStore } from '../sessions/session-store.js';

export interface SessionsCommand {
  readonly config: Pick<Config, 'gateway' | 'outbox'>;
  readonly secrets: Pick<Secrets, 'outboxLocation'>;
  /** Base58. */
  readonly authority: string;
  readonly end: boolean;
}

/**
 * Lists or ends the open sessions of an authority, at all processes of the gateway, as JSON. Tokens are not known. Throws AddressError, or
 * `sessions_unavailable`.
 */
export async function runSessionsCommand(command: SessionsCommand, write: (text: string) => void): Promise<void> {
  const { config, secrets, end } = command;
  const authority = formatAddress(parseAddress(command.authority));
  const redis = connectRedis(secrets.outboxLocation);
  try {
    const { gateway } = config;
    const confirmed = createConfirmedCalls({ redis, prefix: outboxPrefix(gateway), minReplicas: config.outbox.minReplicas ?? 0 });
    const store = createSessionStore({ redis, confirmed, gateway, nowMs: Date.now });
    const told = end ? { ended: await store.endAll(authority) } : { sessions: await store.list(authority) };
    write(`${JSON.stringify(told, null, 2)}\n`);
  } finally {
    redis.disconnect();
  }
}
