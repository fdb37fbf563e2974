import { connectRedis, createOutbox, createSettlementQueue, IDENTITY_TTL_SECONDS, RESULT_TTL_SECONDS } from '@oracle-gateway/outbox';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import type { Config, Secrets } from '../config.js';
import { withinMs } from '../within.js';
import { runOperatorCommand } from './commands.js';

/** Without its server the queue's client would wait for ever. */
const QUEUE_CLOSE_TIMEOUT_MS = 1_000;

/** `settlement-worker operate …`: opens the outbox for one command and returns what to print. Throws OperateError. */
export async function operate({ programId }: Config, secrets: Secrets, words: readonly string[]): Promise<string> {
  const redis = connectRedis(secrets.outboxUrl);
  const gateway = gatewayAddress(programId, secrets.gatewayKeypair.address);
  const queue = createSettlementQueue({ redis, gateway });
  try {
    const outbox = createOutbox({ redis, gateway, identityTtlSeconds: IDENTITY_TTL_SECONDS, resultTtlSeconds: RESULT_TTL_SECONDS });
    return await runOperatorCommand({ outbox, queue }, words);
  } finally {
    await withinMs(queue.close(), QUEUE_CLOSE_TIMEOUT_MS);
    redis.disconnect();
  }
}
