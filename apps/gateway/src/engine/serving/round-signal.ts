import { setMaxListeners } from 'node:events';
import { GatewayError } from '../../errors/gateway-error.js';

/** Signal that ends a round early. */
export interface RoundSignal {
  /** Any end; its reason is the GatewayError to answer. */
  readonly signal: AbortSignal;
  /** Aborted at the deadline and at the stop of the gateway, not when the caller leaves. */
  readonly timeUp: AbortSignal;
  /** Stops the clock; to be called when the round has ended. */
  readonly dispose: () => void;
}

export function createRoundSignal(input: {
  readonly deadlineMs: number;
  readonly clientGone: AbortSignal;
  readonly shutdown: AbortSignal;
}): RoundSignal {
  const controller = new AbortController();
  const timeUp = new AbortController();
  // Every call of the round listens; Node would take more than ten listeners for a leak.
  setMaxListeners(0, controller.signal);
  const timer = setTimeout(() => {
    timeUp.abort(new GatewayError('node_timeout', { detail: `the round took longer than ${input.deadlineMs} ms` }));
  }, input.deadlineMs);
  const removers = [
    follow(timeUp.signal, controller, () => timeUp.signal.reason as GatewayError),
    follow(input.clientGone, controller, () => new GatewayError('client_gone')),
    follow(input.shutdown, timeUp, () => new GatewayError('interrupted')),
  ];
  return {
    signal: controller.signal,
    timeUp: timeUp.signal,
    dispose() {
      clearTimeout(timer);
      for (const remove of removers) remove();
    },
  };
}

function follow(source: AbortSignal, target: AbortController, reason: () => GatewayError): () => void {
  const onAbort = (): void => {
    target.abort(reason());
  };
  if (source.aborted) onAbort();
  source.addEventListener('abort', onAbort, { once: true });
  return () => {
    source.removeEventListener('abort', onAbort);
  };
}
