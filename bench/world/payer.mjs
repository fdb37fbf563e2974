import { createKeyPairSignerFromBytes } from '@solana/kit';
import { x402Client, x402HTTPClient } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';

/** Longer than the gateway's deadlines of a round and of its payment together. */
const TIMEOUT_MS = 60_000;

/**
 * A payer per request with the official x402 client; the manifest names its key.
 *
 * @param {{ manifest: any, keyName: string, signaturesRequired?: number }} input
 */
export async function createPayer({ manifest, keyName, signaturesRequired = 3 }) {
  const signer = await createKeyPairSignerFromBytes(Uint8Array.from(manifest.keys[keyName]));
  const client = new x402Client().register('solana:*', new ExactSvmScheme(signer, { rpcUrl: manifest.rpcUrl }));
  const http = new x402HTTPClient(client);
  const url = `${manifest.gatewayUrl}/v1/x402/execute`;

  const post = async (target, body, headers = {}) => {
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  /** A new round, and a signed payment for it that is not sent. */
  const prepare = async (apiConfig) => {
    const body = JSON.stringify({ signatures_required: signaturesRequired, registry_version: manifest.registryVersion, apiConfig });
    const refusal = await post(url, body);
    if (refusal.status !== 402) throw new Error(`a round without a payment was answered ${refusal.status} ${refusal.text}`);
    const required = http.getPaymentRequiredResponse((name) => refusal.headers.get(name), JSON.parse(refusal.text));
    const payment = await client.createPaymentPayload(required);
    return { body, payment, terms: required.accepts[0], headers: http.encodePaymentSignatureHeader(payment) };
  };

  /** Asks with the payment; throws unless the round is served. Returns the round's id. */
  const ask = async ({ body, headers }) => {
    const answer = await post(url, body, headers);
    if (answer.status !== 200) throw new Error(`a round was not served: ${answer.status} ${answer.text}`);
    return answer.headers.get('x-round-id');
  };

  /** Makes the gateway's calls of the facilitator, without the gateway and without a round; throws unless the payment is made. */
  const settleBare = async ({ payment, terms }) => {
    const body = JSON.stringify({ x402Version: 2, paymentPayload: payment, paymentRequirements: terms });
    const verified = JSON.parse((await post(`${manifest.facilitatorUrl}/verify`, body)).text);
    if (verified.isValid !== true) throw new Error(`a payment was refused: ${JSON.stringify(verified)}`);
    const settled = JSON.parse((await post(`${manifest.facilitatorUrl}/settle`, body)).text);
    if (settled.success !== true) throw new Error(`a payment was not made: ${JSON.stringify(settled)}`);
  };

  return { prepare, ask, settleBare };
}
