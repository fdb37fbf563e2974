import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * Way in which a payment is settled: `honest` passes on; `claim-success` reports success without settling; `claim-refusal` settles, and
 * says that it was refused; `settle-then-drop` settles and hangs up; `error500` does nothing; `hold` answers nothing.
 */
export type Settling = 'honest' | 'claim-success' | 'claim-refusal' | 'settle-then-drop' | 'error500' | 'hold';

/** A facilitator in front of another, that lies or fails when it settles and is honest in all else. */
export interface FacilitatorGate {
  readonly url: string;
  /** Way in which this payment is settled, in base64 as its payer sends it; all others are settled honestly. Resolves when it is to be. */
  settleAs(payment: string, settling: Settling): Promise<void>;
  close(): Promise<void>;
}

interface SettleRequest {
  readonly paymentPayload: { readonly payload: { readonly transaction: string } };
  readonly paymentRequirements: { readonly network: string };
}

/** The signature of no transaction. */
const INVENTED_SIGNATURE = '5'.repeat(87);

export async function openFacilitatorGate(target: string): Promise<FacilitatorGate> {
  const chosen = new Map<string, { readonly settling: Settling; readonly asked: () => void }>();
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/';
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    const passOn = async (): Promise<{ status: number; text: string }> => {
      const { method = 'GET' } = request;
      const init = method === 'GET' ? {} : { method, body, headers: { 'content-type': 'application/json' } };
      const answer = await fetch(target + path, init);
      return { status: answer.status, text: await answer.text() };
    };
    const send = ({ status, text }: { status: number; text: string }): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    };
    if (path !== '/settle') {
      send(await passOn());
      return;
    }
    const { paymentPayload, paymentRequirements } = JSON.parse(body.toString('utf8')) as SettleRequest;
    const choice = chosen.get(paymentPayload.payload.transaction);
    choice?.asked();
    const said = (settled: object): { status: number; text: string } => ({
      status: 200,
      text: JSON.stringify({ ...settled, network: paymentRequirements.network }),
    });
    switch (choice?.settling ?? 'honest') {
      case 'honest':
        send(await passOn());
        return;
      case 'claim-success':
        send(said({ success: true, transaction: INVENTED_SIGNATURE }));
        return;
      case 'claim-refusal':
        await passOn();
        send(said({ success: false, errorReason: 'invalid_exact_svm_transaction_simulation_failed', transaction: '' }));
        return;
      case 'settle-then-drop':
        await passOn();
        response.destroy();
        return;
      case 'error500':
        send({ status: 500, text: '{"error":"internal error"}' });
        return;
      case 'hold':
        return;
    }
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the gate does not listen on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    settleAs: (payment, settling) =>
      new Promise((asked) => {
        const { payload } = JSON.parse(Buffer.from(payment, 'base64').toString('utf8')) as SettleRequest['paymentPayload'];
        chosen.set(payload.transaction, { settling, asked });
      }),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
