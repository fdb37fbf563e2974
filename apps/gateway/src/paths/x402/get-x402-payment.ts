import type { operations } from '@oracle-gateway/gateway-api';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { GatewayError } from '../../errors/gateway-error.js';
import type { Endpoint } from '../../http/endpoint.js';
import { readPaidResult } from '../../answers/stored-answer.js';
import type { PathPorts } from '../path-ports.js';
import { paymentPrivate, readPaymentReader } from './payment-read.js';

const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

/** GET /v1/x402/payments/{signature}: what a payment paid for. The ledger shows every payment, so only its payer is told. */
export function getX402Payment(ports: PathPorts): Endpoint<typeof operations.getX402Payment> {
  return async ({ path, header }) => {
    const signature = path['signature'] ?? '';
    if (!SIGNATURE.test(signature)) throw new GatewayError('invalid_request', { detail: 'signature: must be 64 to 88 base58 characters' });
    // The credential is judged before the outbox is read: a stranger's question costs a signature of its own.
    const reader = readPaymentReader(header('authorization'), signature, ports);
    const record = await ports.records.paidBy(signature);
    if (record === null) throw new GatewayError('payment_not_found');
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
