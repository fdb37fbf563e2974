import {
  createOutbox,
  connectRedis,
  IDENTITY_TTL_SECONDS,
  isRoundId,
  type Outbox,
  RESULT_TTL_SECONDS,
  type RoundRecord,
  encodeRoundPayment,
} from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import type { Config, Secrets } from '../config/config.js';
import { concludePayment, type OperatorsConclusion, PaymentConclusionError } from '../payments/conclude-payment.js';
import { createPaymentSearch } from '../payments/find-payment.js';
import { createPaymentHistory } from '../payments/payment-history.js';
import { oneHistory, type SearchHistory } from '../ledger/with-history.js';

export interface PaymentsCommand {
  readonly config: Pick<Config, 'gateway'>;
  readonly secrets: Pick<Secrets, 'outboxLocation' | 'rpcUrls'>;
  /** null: list those in doubt. */
  readonly conclude: { readonly roundId: string; readonly conclusion: OperatorsConclusion } | null;
  /** Default: that of the configured RPC server. */
  readonly history?: SearchHistory;
}

const MAX_LISTED = 1_000;

/**
 * The operator's view of payments in doubt, of all processes of the gateway, as JSON: lists the oldest thousand with all that finds them on the
 * ledger, or concludes one. Throws PaymentConclusionError, or what outbox and ledger throw.
 */
export async function runPaymentsCommand(command: PaymentsCommand, write: (text: string) => void): Promise<void> {
  const { config, secrets, conclude } = command;
  const redis = connectRedis(secrets.outboxLocation);
  try {
    const lives = { identityTtlSeconds: IDENTITY_TTL_SECONDS, resultTtlSeconds: RESULT_TTL_SECONDS };
    const outbox = createOutbox({ redis, gateway: config.gateway, ...lives });
    if (conclude === null) {
      write(toJson({ payments: await listOpen(outbox) }));
      return;
    }
    const roundId = requireRoundId(conclude.roundId);
    const history = command.history ?? createPaymentHistory({ rpcUrl: secrets.rpcUrls[0] ?? '' });
    const findPayment = createPaymentSearch({ withHistory: oneHistory(history), nowMs: Date.now });
    await concludePayment(roundId, conclude.conclusion, { outbox, history, findPayment, processName: `operator:${process.pid}` });
    write(toJson({ roundId, state: (await outbox.read(roundId))?.state }));
  } finally {
    redis.disconnect();
  }
}

async function listOpen(outbox: Outbox): Promise<readonly object[]> {
  const roundIds = await outbox.payments({ limit: MAX_LISTED, olderThanMs: 0 });
  const told: object[] = [];
  for (const roundId of roundIds) told.push(await readOpen(roundId, outbox));
  return told;
}

async function readOpen(roundId: RoundId, outbox: Outbox): Promise<object> {
  try {
    return tell(roundId, await outbox.read(roundId));
  } catch (error) {
    return { roundId, reason: error instanceof Error ? error.message : 'the record cannot be read' };
  }
}

function tell(roundId: RoundId, record: RoundRecord | null): object {
  if (record?.payment === undefined) return { roundId };
  const { state, reason, createdAtMs, claimedBy, payment, signature } = record;
  const stored: unknown = JSON.parse(encodeRoundPayment(payment));
  return { roundId, state, reason, createdAt: createdAtMs, claimedBy, signature, payment: stored };
}

function requireRoundId(text: string): RoundId {
  if (!isRoundId(text)) throw new PaymentConclusionError('--round: must be the id of a round');
  return text;
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
