import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { HistoricTransaction, TransactionHistory } from '@oracle-gateway/ledger';
import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { base58 } from './base58.js';
import type { PaymentOffer } from './x402-payer.js';

type Handler = (body: FacilitatorCall) => unknown;

/** Call of a gateway to a facilitator. */
export interface FacilitatorCall {
  readonly paymentPayload: { readonly payload: { readonly transaction: string } };
  readonly paymentRequirements: PaymentOffer;
}

/** An answer that the protocol does not have. */
export class Status {
  constructor(
    readonly status: number,
    readonly body: unknown = {},
  ) {}
}

/** A facilitator over HTTP that says what a test tells it to. */
export interface TestFacilitator {
  readonly url: string;
  /** Base58; whom `/supported` offers. */
  feePayers: string[];
  /** Names the one fee payer of the next answer instead. */
  onSupported: (() => string) | null;
  /** All keys that `/supported` lists, by network. */
  signers: Readonly<Record<string, readonly string[]>>;
  network: string;
  /** Default: every payment is good. */
  onVerify: Handler;
  /** Default: every payment is settled. */
  onSettle: Handler;
  /** Puts a payment's transaction on the ledger that `history` shows; base58 of its signature. */
  land(call: FacilitatorCall, slot?: number, blockTimeSeconds?: number | null): string;
  readonly history: TransactionHistory;
  /** Whether the ledger takes the blockhashes of payments. */
  takesBlockhashes: boolean;
  readonly verified: FacilitatorCall[];
  readonly settled: FacilitatorCall[];
  /** Headers of the last request. */
  lastHeaders: IncomingMessage['headers'];
  close(): Promise<void>;
}

/** Slot after any at which a payment was admitted. */
const LANDING_SLOT = 1_000_000;

export const FEE_PAYER = formatAddress(toAddress(new Uint8Array(32).fill(0xfe)));

export async function serveTestFacilitator(network: string): Promise<TestFacilitator> {
  const http = createServer((request, response) => {
    void answer(request, response);
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new TypeError('the facilitator does not listen on a port');
  const landed = new Map<string, HistoricTransaction>();
  const facilitator: TestFacilitator = {
    url: `http://127.0.0.1:${address.port}`,
    feePayers: [FEE_PAYER],
    onSupported: null,
    signers: {},
    network,
    onVerify: () => ({ isValid: true }),
    onSettle: (call) => ({ success: true, transaction: facilitator.land(call), network, payer: FEE_PAYER }),
    land({ paymentPayload }, slot = LANDING_SLOT, blockTimeSeconds: number | null = null) {
      const signature = base58(randomBytes(64));
      landed.set(signature, { slot, succeeded: true, blockTimeSeconds, wire: Buffer.from(paymentPayload.payload.transaction, 'base64') });
      return signature;
    },
    history: {
      transaction: (signature) => Promise.resolve(landed.get(signature) ?? null),
      naming(_account, { before }) {
        const newestFirst = [...landed.keys()].reverse();
        const further = newestFirst.slice(before === undefined ? 0 : newestFirst.indexOf(before) + 1);
        return Promise.resolve(further.map((signature) => ({ signature, slot: LANDING_SLOT, memo: null, blockTimeSeconds: null })));
      },
      firstSlot: () => Promise.resolve(0),
      tip: () => Promise.resolve({ slot: 1, blockHeight: 1 }),
      blockHeight: () => Promise.resolve(1),
      isBlockhashValid: () => Promise.resolve(facilitator.takesBlockhashes),
    },
    takesBlockhashes: true,
    verified: [],
    settled: [],
    lastHeaders: {},
    async close() {
      const closed = once(http, 'close');
      http.close();
      http.closeAllConnections();
      await closed;
    },
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    facilitator.lastHeaders = request.headers;
    const said = await say(request);
    const { status, body } = said instanceof Status ? said : new Status(200, said);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const say = async (request: IncomingMessage): Promise<unknown> => {
    const text = await textOf(request);
    if (request.url === '/supported') {
      const feePayers = facilitator.onSupported === null ? facilitator.feePayers : [facilitator.onSupported()];
      const kinds = feePayers.map((feePayer) => ({
        x402Version: 2,
        scheme: 'exact',
        network: facilitator.network,
        extra: { feePayer },
      }));
      return { kinds, extensions: [], signers: facilitator.signers };
    }
    const body = JSON.parse(text) as FacilitatorCall;
    if (request.url === '/verify') {
      facilitator.verified.push(body);
      return facilitator.onVerify(body);
    }
    facilitator.settled.push(body);
    return facilitator.onSettle(body);
  };
  return facilitator;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
