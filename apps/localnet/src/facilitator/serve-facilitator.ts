import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { closeServer, listen } from '@oracle-gateway/process';
import { createKeyPairSignerFromBytes, createSolanaRpcFromTransport } from '@solana/kit';
import { x402Facilitator } from '@x402/core/facilitator';
import type { Network } from '@x402/core/types';
import { toFacilitatorSvmSigner } from '@x402/svm';
import { ExactSvmScheme } from '@x402/svm/exact/facilitator';

import type { SecretKey } from '../base/keypair.js';
import { FacilitatorRequestError, readFacilitatorRequest } from './facilitator-request.js';
import type { FacilitatorFault } from './fault.js';
import { facilitatorTransport } from './rpc-transport.js';

export interface FacilitatorOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly network: Network;
  readonly rpcUrl: string;
  /** Pays the fees of what is settled. */
  readonly feePayer: SecretKey;
}

/**
 * The most that a transaction may cost the fee payer: 10,000 lamports for two signatures and 2,000 for compute units.
 * The default of the x402 packages is 7 million lamports.
 */
const FEE_LIMITS = { maxRequiredSignatures: 2, maxComputeUnits: 50_000, maxPriorityFeeMicroLamports: 40_000 };

/** The facilitator of the x402 packages, over HTTP. */
export interface ServedFacilitator {
  /** Stays the same across faults. */
  readonly url: string;
  /** Resolves when the fault is in effect. */
  setFault(fault: FacilitatorFault): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export async function serveFacilitator(options: FacilitatorOptions): Promise<ServedFacilitator> {
  const { host, network, rpcUrl } = options;
  const keyPair = await createKeyPairSignerFromBytes(options.feePayer);
  const signer = toFacilitatorSvmSigner(keyPair, { [network]: createSolanaRpcFromTransport(facilitatorTransport(rpcUrl)) });
  const facilitator = new x402Facilitator().register(network, new ExactSvmScheme(signer, undefined, FEE_LIMITS));
  const state: { fault: FacilitatorFault } = { fault: 'none' };
  const server = createServer((request, response) => void respond({ facilitator, fault: state.fault }, request, response));
  const url = await listen(server, options);
  const port = Number(new URL(url).port);
  return {
    url,
    async setFault(fault) {
      state.fault = fault;
      if (fault === 'down') await closeServer(server);
      else if (!server.listening) await listen(server, { host, port });
    },
    close: () => closeServer(server),
  };
}

async function respond(
  deps: { facilitator: x402Facilitator; fault: FacilitatorFault },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { facilitator, fault } = deps;
  const isAboutPayment = request.url === '/verify' || request.url === '/settle';
  if (isAboutPayment && fault === 'timeout') return;
  const { status, body } = isAboutPayment && fault === 'error500' ? FAILURE : await answer(facilitator, request);
  if (request.url === '/settle' && fault === 'settle-then-drop') {
    request.socket.destroy();
    return;
  }
  // A client in a busy process could otherwise reuse a connection at the moment at which it is closed as idle.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
}

const FAILURE: Answer = { status: 500, body: { error: 'internal error' } };

async function answer(facilitator: x402Facilitator, request: IncomingMessage): Promise<Answer> {
  try {
    switch (`${request.method ?? ''} ${request.url ?? ''}`) {
      case 'GET /supported':
        return { status: 200, body: facilitator.getSupported() };
      case 'POST /verify': {
        const { paymentPayload, paymentRequirements } = await readFacilitatorRequest(request);
        return { status: 200, body: await facilitator.verify(paymentPayload, paymentRequirements) };
      }
      case 'POST /settle': {
        const { paymentPayload, paymentRequirements } = await readFacilitatorRequest(request);
        return { status: 200, body: await facilitator.settle(paymentPayload, paymentRequirements) };
      }
      default:
        return { status: 404, body: { error: 'no such operation; use GET /supported, POST /verify or POST /settle' } };
    }
  } catch (error) {
    if (error instanceof FacilitatorRequestError) return { status: 400, body: { error: error.message } };
    return FAILURE;
  }
}
