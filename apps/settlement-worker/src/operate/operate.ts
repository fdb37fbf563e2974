import { connectRedis, createOutbox, IDENTITY_TTL_SECONDS, RESULT_TTL_SECONDS } from '@oracle-gateway/outbox';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import type { Config, Secrets } from '../config.js';
import { runOperatorCommand } from './commands.js';

/** `settlement-worker operate …`: opens the outbox for one command and returns what to print. Throws OperateError. */
export async function operate({ programId }: Config, secrets: Secrets, words: readonly string[]): Promise<string> {
  const redis = connectRedis(secrets.outboxUrl);
  try {
    const gateway = gatewayAddress(programId, secrets.gatewayKeypair.address);
    const outbox = createOutbox({ redis, gateway, identityTtlSeconds: IDENTITY_TTL_SECONDS, resultTtlSeconds: RESULT_TTL_SECONDS });
    return await runOperatorCommand(outbox, words);
  } finally {
    redis.disconnect();
  }
}
