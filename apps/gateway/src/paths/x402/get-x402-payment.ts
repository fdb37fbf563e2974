import type { operations } from '@oracle-gateway/gateway-api';
import type { Outbox, PaidRecord } from '@oracle-gateway/outbox';
import { equalBytes } from '@oracle-gateway/protocol';
import { GatewayError } from '../../errors/gateway-error.js';
import type { Endpoint } from '../../http/endpoint.js';
import { readPaidResult } from '../../answers/stored-answer.js';
import { paymentPrivate, type PaymentReadDeps, readPaymentReader } from './payment-read.js';

export interface GetX402PaymentDeps extends PaymentReadDeps {
  readonly outbox: Pick<Outbox, 'paidBy'>;
}

const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

/** GET /v1/x402/payments/{signature}: what a payment paid for. The ledger shows every payment, so only its payer is told. */
export function getX402Payment(deps: GetX402PaymentDeps): Endpoint<typeof operations.getX402Payment> {
  return async ({ path, header }) => {
    const signature = path['signature'] ?? '';
    if (!SIGNATURE.test(signature)) throw new GatewayError('invalid_request', { detail: 'signature: must be 64 to 88 base58 characters' });
    // The credential is judged before the outbox is read: a stranger's question costs a signature of its own.
    const reader = readPaymentReader(header('authorization'), signature, deps);
    const record = await findPaid(signature, deps);
    if (!equalBytes(record.payment.payer, reader)) throw paymentPrivate('the address is not the payer of this payment');
    const { roundId, createdAtMs, receipt } = record;
    const data = {
      roundId,
      state: 'paid' as const,
      createdAt: createdAtMs,
      payment: { signature: receipt.signature, slot: receipt.slot },
      result: readPaidResult(record.result),
    };
    return {
      status: 200,
      body: { status: 'ok', data },
      ...(receipt.text === null ? {} : { headers: { 'PAYMENT-RESPONSE': receipt.text } }),
    };
  };
}

async function findPaid(signature: string, { outbox }: Pick<GetX402PaymentDeps, 'outbox'>): Promise<PaidRecord> {
  const record = await outbox.paidBy(signature).catch((cause: unknown) => {
    throw new GatewayError('outbox_unavailable', { cause });
  });
  if (record === null) throw new GatewayError('payment_not_found');
  return record;
}
