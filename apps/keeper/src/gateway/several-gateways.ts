import { GatewayError, TransportError } from '@oracle-gateway/client';
import type { BuyInput, FeedClient } from '../feeds/feed-client.js';

/** A gateway, as the account of one feed calls it. */
export interface NamedClient {
  readonly name: string;
  readonly client: FeedClient;
}

/** A gateway that failed is asked after the others for so long. */
const LAST_FOR_MS = 60_000;
const SERVER_FAULT = 500;

/**
 * Several gateways as one client. A dry run goes to the next one where a gateway does not answer. A round is asked for at one gateway, whose name
 * is kept in its idempotency key: it is gone on with there. A purchase that nothing was sent for is over, and the next one is made elsewhere.
 */
export function createSeveralGateways(deps: {
  readonly clients: readonly [NamedClient, ...NamedClient[]];
  readonly nowMs: () => number;
}): FeedClient {
  const { clients, nowMs } = deps;
  const failedAtMs = new Map<string, number>();

  /** Gateways that failed lately come last, each group in the order of the file. */
  function inOrder(): readonly [NamedClient, ...NamedClient[]] {
    const isTired = ({ name }: NamedClient): boolean => nowMs() - (failedAtMs.get(name) ?? -Infinity) < LAST_FOR_MS;
    const [first = clients[0], ...rest] = [...clients.filter((one) => !isTired(one)), ...clients.filter(isTired)];
    return [first, ...rest];
  }

  async function at<T>({ name }: NamedClient, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      failedAtMs.delete(name);
      return result;
    } catch (error) {
      if (isOfGateway(error)) failedAtMs.set(name, nowMs());
      throw error;
    }
  }

  return {
    others: clients.length - 1,
    async dryRun(subject, signal) {
      const [first, ...rest] = inOrder();
      let last: unknown;
      for (const one of [first, ...rest]) {
        try {
          return await at(one, () => one.client.dryRun(subject, signal));
        } catch (error) {
          if (!isOfGateway(error) || signal.aborted) throw error;
          last = error;
        }
      }
      throw last;
    },
    buy(subject, { resume, onIdempotencyKey, ...input }) {
      const begun = resume === null ? null : keptKey(resume);
      // A gateway that the file has no more cannot be asked: the preferred one refuses the key, or knows it.
      const one = clients.find(({ name }) => name === begun?.gateway) ?? inOrder()[0];
      const named: BuyInput = {
        ...input,
        resume: begun?.idempotencyKey ?? null,
        onIdempotencyKey: (key) => onIdempotencyKey(`${one.name} ${key}`),
      };
      return at(one, () => one.client.buy(subject, named));
    },
    verify: (subject, answer, signal) => clients[0].client.verify(subject, answer, signal),
  };
}

/** Whether the gateway itself failed, and another one may not. */
function isOfGateway(error: unknown): boolean {
  if (error instanceof TransportError) return error.peer === 'gateway';
  return error instanceof GatewayError && error.status >= SERVER_FAULT;
}

function keptKey(text: string): { readonly gateway: string; readonly idempotencyKey: string } {
  const space = text.indexOf(' ');
  return { gateway: text.slice(0, Math.max(0, space)), idempotencyKey: text.slice(space + 1) };
}
