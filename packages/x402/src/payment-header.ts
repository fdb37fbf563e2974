import { decodePaymentSignatureHeader } from '@x402/core/http';
import { PaymentPayloadV2Schema, type ResourceInfoSchema, type z } from '@x402/core/schemas';
import { MAX_PAYMENT_HEADER_CHARS, PaymentHeaderError } from './payment-header-error.js';
import { identifierAmong, PAYMENT_IDENTIFIER } from './payment-identifier.js';

/**
 * The resource that the client says it pays for. Declarations name no type of `@x402/core/types`, which `moduleResolution: node10` does not find.
 */
export interface EchoedResource {
  readonly url: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** A decoded payment of a client. */
export interface SentPayload {
  /** The terms that the client accepts, exactly as it wrote them: for `matchingTerms`. */
  readonly accepted: unknown;
  /** Base64 of the partially signed transaction. */
  readonly transaction: string;
  /** The payer's identifier of its purchase; null without one. Every client that knows it may ask for the result. */
  readonly identifier: string | null;
  /** Extensions of the `402` that the client repeats, for facilitators that list resources; never the identifier. */
  readonly echo: { readonly resource?: EchoedResource; readonly extensions?: Record<string, unknown> };
}

/**
 * Decodes the payment in a `PAYMENT-SIGNATURE` header.
 * @throws PaymentHeaderError
 */
export function decodePaymentHeader(header: string): SentPayload {
  if (header.length > MAX_PAYMENT_HEADER_CHARS) throw new PaymentHeaderError('too-large');
  const decoded = decode(header);
  const parsed = PaymentPayloadV2Schema.safeParse(decoded);
  if (!parsed.success || !isPaid(decoded)) throw new PaymentHeaderError('no-v2-payment');
  const { payload, resource } = parsed.data;
  if (typeof payload.transaction !== 'string') throw new PaymentHeaderError('no-v2-payment');
  const { [PAYMENT_IDENTIFIER]: identified, ...extensions } = parsed.data.extensions ?? {};
  const identifier = identifierAmong({ [PAYMENT_IDENTIFIER]: identified });
  if (identifier === null) throw new PaymentHeaderError('bad-identifier');
  return {
    accepted: decoded.accepted,
    transaction: payload.transaction,
    identifier: identifier ?? null,
    echo: {
      ...(resource === undefined ? {} : { resource: resourceOf(resource) }),
      ...(Object.keys(extensions).length === 0 ? {} : { extensions }),
    },
  };
}

/** Decodes the header without the schema, which would drop unknown members. */
function decode(header: string): unknown {
  try {
    return decodePaymentSignatureHeader(header);
  } catch (cause) {
    throw new PaymentHeaderError('undecodable', { cause });
  }
}

function isPaid(decoded: unknown): decoded is { readonly accepted: unknown } {
  return typeof decoded === 'object' && decoded !== null && 'accepted' in decoded;
}

function resourceOf({ url, description, mimeType }: z.infer<typeof ResourceInfoSchema>): EchoedResource {
  return { url, ...(description === undefined ? {} : { description }), ...(mimeType === undefined ? {} : { mimeType }) };
}
