import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

import { type Address, createKeyPairSignerFromBytes } from '@solana/kit';
import { x402Facilitator } from '@x402/core/facilitator';
import { PaymentPayloadV2Schema, PaymentRequirementsV2Schema, z } from '@x402/core/schemas';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { type FacilitatorSvmSigner, toFacilitatorSvmSigner } from '@x402/svm';
import { ExactSvmScheme } from '@x402/svm/exact/facilitator';
import { NETWORK } from './payment-world.js';

/** Misbehaviour of the server once the facilitator has done its work: nothing, or something else instead of its answer. */
export type Mischief = 'none' | 'silent' | 'status-500' | 'foreign-page' | 'no-json' | 'reset';

const BODY = z.object({
  paymentPayload: z.custom<PaymentPayload>((value) => PaymentPayloadV2Schema.safeParse(value).success),
  paymentRequirements: z.custom<PaymentRequirements>((value) => PaymentRequirementsV2Schema.safeParse(value).success),
});

/** The x402 packages' own facilitator over HTTP. */
export interface FacilitatorServer {
  readonly url: string;
  mischief: Mischief;
  /** Headers of the last request. */
  lastHeaders: IncomingMessage['headers'];
  close(): Promise<void>;
}

export async function serveFacilitator(options: {
  rpcUrl: string;
  secretKey: Uint8Array;
  /** Further keys that pay fees; `/supported` names any of them all. */
  otherKeys?: readonly Uint8Array[];
}): Promise<FacilitatorServer> {
  const signer = await signerOf([options.secretKey, ...(options.otherKeys ?? [])], options.rpcUrl);
  const facilitator = new x402Facilitator().register(NETWORK, new ExactSvmScheme(signer));
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    if (request.url === '/supported') return facilitator.getSupported();
    const { paymentPayload, paymentRequirements } = BODY.parse(JSON.parse(await textOf(request)));
    return request.url === '/verify'
      ? facilitator.verify(paymentPayload, paymentRequirements)
      : facilitator.settle(paymentPayload, paymentRequirements);
  };
  const http = createServer((request, response) => {
    server.lastHeaders = request.headers;
    void answer(request).then((body) => {
      switch (server.mischief) {
        case 'silent':
          return;
        case 'reset':
          return void request.socket.destroy();
        case 'status-500':
          return void response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"internal"}');
        case 'foreign-page':
          return void response.writeHead(502).end(`<h1>proxy error</h1> token=${request.headers.authorization ?? ''}`);
        case 'no-json':
          return void response.writeHead(200).end('<html>');
        case 'none':
          return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      }
    });
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new TypeError('the facilitator does not listen on a port');
  const server: FacilitatorServer = {
    url: `http://127.0.0.1:${address.port}`,
    mischief: 'none',
    lastHeaders: {},
    async close() {
      const closed = new Promise((resolve) => http.close(resolve));
      http.closeAllConnections();
      await closed;
    },
  };
  return server;
}

/** One signer of several keys, as an operator makes it who shares the load among them. */
async function signerOf(secretKeys: readonly Uint8Array[], rpcUrl: string): Promise<FacilitatorSvmSigner> {
  const pairs = await Promise.all(secretKeys.map((secretKey) => createKeyPairSignerFromBytes(secretKey)));
  const signers = new Map(pairs.map((pair) => [pair.address, toFacilitatorSvmSigner(pair, { defaultRpcUrl: rpcUrl })]));
  const signerFor = (feePayer: Address): FacilitatorSvmSigner => {
    const signer = signers.get(feePayer);
    if (signer === undefined) throw new Error('there is no such key');
    return signer;
  };
  return {
    ...signerFor(pairs[0]!.address),
    getAddresses: () => [...signers.keys()],
    signTransaction: (transaction, feePayer, network) => signerFor(feePayer).signTransaction(transaction, feePayer, network),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
