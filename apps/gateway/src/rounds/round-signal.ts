import { setMaxListeners } from 'node:events';
import { GatewayError } from '../errors.js';

/** Everything that ends a round early, as one signal whose reason is the GatewayError to answer. */
export interface RoundSignal {
  readonly signal: AbortSignal;
  /** Stops the clock; to be called when the round has ended. */
  readonly dispose: () => void;
}

export function createRoundSignal(ends: {
  readonly deadlineMs: number;
  readonly clientGone: AbortSignal;
  readonly shutdown: AbortSignal;
}): RoundSignal {
  const controller = new AbortController();
  // Every call of the round listens; Node would take more than ten listeners for a leak.
  setMaxListeners(0, controller.signal);
  const timer = setTimeout(() => {
    controller.abort(new GatewayError('node_timeout', { detail: `the round took longer than ${ends.deadlineMs} ms` }));
  }, ends.deadlineMs);
  const removers = [
    follow(ends.clientGone, controller, () => new GatewayError('client_gone')),
    follow(ends.shutdown, controller, () => new GatewayError('interrupted')),
  ];
  return {
    signal: controller.signal,
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
