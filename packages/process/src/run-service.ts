import type { Logger } from 'pino';
import { flushSpans } from './spans.js';

/** A process's long-running part, until it is told to stop. */
export interface Service {
  listen(): Promise<unknown>;
  /** Ends it in good order within a bounded time. A further call, by an operator who sends a second signal, may hurry. */
  close(): Promise<void>;
  /** Rejects when the service cannot go on. */
  readonly failed: Promise<never>;
  readonly logger: Pick<Logger, 'warn'>;
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Asks other programs to read their configuration again; without a listener it would end the process in the middle of its work. */
const RELOAD_SIGNAL = 'SIGHUP';
const NO_RELOAD = 'SIGHUP changes nothing: the configuration is read at the start; restart the process to apply a new one';

/** Emitter of signals: `process`, or a test's emitter. */
export interface SignalSource {
  on(signal: string, listener: () => void): unknown;
  off(signal: string, listener: () => void): unknown;
}

/**
 * Creates a service and keeps it until SIGTERM, SIGINT or its own failure; then closes it. A signal that arrives earlier closes it as soon as
 * it listens. Each further signal calls `close` again. SIGHUP is answered in the log alone. Throws what `create`, `listen`, `failed` or `close` throws.
 */
export async function runService(create: () => Promise<Service>, signals: SignalSource = process): Promise<void> {
  let service: Service | undefined;
  let tellStopped = (): void => undefined;
  let isClosing = false;
  const stopped = new Promise<void>((resolve) => (tellStopped = resolve));
  const onSignal = (): void => {
    // The first call of `close` reports a failure.
    if (isClosing) service?.close().catch(() => undefined);
    tellStopped();
  };
  const onReload = (): void => service?.logger.warn(NO_RELOAD);
  for (const signal of STOP_SIGNALS) signals.on(signal, onSignal);
  signals.on(RELOAD_SIGNAL, onReload);
  try {
    service = await create();
    await service.listen();
    await Promise.race([stopped, service.failed]);
  } finally {
    isClosing = true;
    await service?.close();
    await flushSpans();
    for (const signal of STOP_SIGNALS) signals.off(signal, onSignal);
    signals.off(RELOAD_SIGNAL, onReload);
  }
}
