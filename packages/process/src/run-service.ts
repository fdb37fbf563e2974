import { flushSpans } from './spans.js';

/** What a program keeps running until it is told to stop. */
export interface Service {
  listen(): Promise<unknown>;
  /** Ends it in good order within a bounded time. A further call, by an operator who sends a second signal, may hurry. */
  close(): Promise<void>;
  /** Rejects when the service cannot go on. */
  readonly failed: Promise<never>;
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Where signals arrive: `process`, or a test's emitter. */
export interface SignalSource {
  on(signal: string, listener: () => void): unknown;
  off(signal: string, listener: () => void): unknown;
}

/**
 * Creates a service and keeps it until SIGTERM, SIGINT or its own failure; then closes it. A signal that arrives earlier closes it as soon as
 * it listens. Each further signal calls `close` again. Throws what `create`, `listen`, `failed` or `close` throws.
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
  for (const signal of STOP_SIGNALS) signals.on(signal, onSignal);
  try {
    service = await create();
    await service.listen();
    await Promise.race([stopped, service.failed]);
  } finally {
    isClosing = true;
    await service?.close();
    await flushSpans();
    for (const signal of STOP_SIGNALS) signals.off(signal, onSignal);
  }
}
