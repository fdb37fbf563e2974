import type { IncomingMessage } from 'node:http';

import { PaymentPayloadV2Schema, PaymentRequirementsV2Schema, z } from '@x402/core/schemas';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';

const MAX_BODY_BYTES = 64 * 1024;

/** A payment to verify or settle. The x402 packages answer a malformed payment with their own failure. */
export interface FacilitatorRequest {
  readonly paymentPayload: PaymentPayload;
  readonly paymentRequirements: PaymentRequirements;
}

/** An invalid facilitator request. The message names the member. */
export class FacilitatorRequestError extends Error {
  override readonly name = 'FacilitatorRequestError';
}

const BODY = z.object({
  x402Version: z.literal(2),
  paymentPayload: z.custom<PaymentPayload>(
    (value) => PaymentPayloadV2Schema.safeParse(value).success,
    'must be a payment of x402 version 2',
  ),
  paymentRequirements: z.custom<PaymentRequirements>(
    (value) => PaymentRequirementsV2Schema.safeParse(value).success,
    'must be the requirements of x402 version 2',
  ),
});

/** @throws {FacilitatorRequestError} */
export async function readFacilitatorRequest(request: IncomingMessage): Promise<FacilitatorRequest> {
  const parsed = BODY.safeParse(await readJson(request));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new FacilitatorRequestError(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not valid'}`);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new FacilitatorRequestError(`body: at most ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new FacilitatorRequestError('body: must be JSON');
  }
}
