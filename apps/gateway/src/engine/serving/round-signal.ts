import { setMaxListeners } from 'node:events';
import { linkAbort } from '@oracle-gateway/process';
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
  const { deadlineMs, clientGone, shutdown } = input;
  const timeUp = new AbortController();
  const ends = linkAbort(timeUp.signal);
  // Every call of the round listens; Node would take more than ten listeners for a leak.
  setMaxListeners(0, ends.signal);
  const timer = setTimeout(() => {
    timeUp.abort(new GatewayError('node_timeout', { detail: `the round took longer than ${deadlineMs} ms` }));
  }, deadlineMs);
  const leave = (): void => ends.abort(new GatewayError('client_gone'));
  const interrupt = (): void => timeUp.abort(new GatewayError('interrupted'));
  if (clientGone.aborted) leave();
  else clientGone.addEventListener('abort', leave, { once: true });
  if (shutdown.aborted) interrupt();
  else shutdown.addEventListener('abort', interrupt, { once: true });
  return {
    signal: ends.signal,
    timeUp: timeUp.signal,
    dispose() {
      clearTimeout(timer);
      ends.release();
      clientGone.removeEventListener('abort', leave);
      shutdown.removeEventListener('abort', interrupt);
    },
  };
}
