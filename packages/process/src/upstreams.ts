import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';

/** Whether the parts that a process depends on answered the last time. */
export interface Upstreams<Part extends string> {
  answered(part: Part): void;
  failed(part: Part, error: unknown): void;
  isUp(part: Part): boolean;
  /** Why a part does not work, by its name; empty while all parts work. */
  troubles(): Readonly<Record<string, string>>;
}

export interface UpstreamsDeps {
  /** 1 while a part answers, else 0. */
  readonly up: Pick<Gauge<'part'>, 'set'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** A clock that is never set back. Default: `performance.now`. */
  readonly monotonicMs?: () => number;
}

export interface UpstreamsInput<Part extends string> {
  readonly parts: readonly Part[];
  /** The work that waits for a part that does not answer, for the log: "rounds". */
  readonly waiting: string;
  /** A part without an answer for this long counts as failing. Default: for ever. */
  readonly silenceMs?: number;
}

/** Logs when a part fails for the first time and when it works again. */
export function createUpstreams<Part extends string>(deps: UpstreamsDeps, input: UpstreamsInput<Part>): Upstreams<Part> {
  const { up, logger, monotonicMs = () => performance.now() } = deps;
  const { parts, waiting, silenceMs = Number.POSITIVE_INFINITY } = input;
  const startedAtMs = monotonicMs();
  const trouble = new Map<Part, string>();
  const answeredAtMs = new Map<Part, number>();
  for (const part of parts) up.set({ part }, 1);

  function isSilent(part: Part): boolean {
    return monotonicMs() - (answeredAtMs.get(part) ?? startedAtMs) > silenceMs;
  }

  return {
    answered(part) {
      answeredAtMs.set(part, monotonicMs());
      if (!trouble.delete(part)) return;
      up.set({ part }, 1);
      logger.info({ part }, 'answers again');
    },
    failed(part, error) {
      if (!trouble.has(part)) logger.warn({ part, err: error }, `does not answer; ${waiting} wait`);
      trouble.set(part, error instanceof Error ? error.message : 'unknown failure');
      up.set({ part }, 0);
    },
    isUp: (part) => !trouble.has(part),
    troubles: () => Object.fromEntries([...parts.filter(isSilent).map((part) => [part, 'no answer for too long'] as const), ...trouble]),
  };
}
