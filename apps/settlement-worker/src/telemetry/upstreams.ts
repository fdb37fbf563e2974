import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';

/** What a worker depends on. */
export type Part = 'outbox' | 'ledger';

/** Whether outbox and ledger answered the last time. */
export interface Upstreams {
  answered(part: Part): void;
  failed(part: Part, error: unknown): void;
  isUp(part: Part): boolean;
  /** Why a part does not work; empty while all parts work. */
  troubles(): Readonly<Partial<Record<Part, string>>>;
}

export interface UpstreamsDeps {
  readonly metrics: Pick<Metrics, 'up'>;
  readonly logger: Logger;
  readonly monotonicMs: () => number;
  /** A part without an answer for this long counts as failing. */
  readonly silenceMs: number;
}

const PARTS: readonly Part[] = ['outbox', 'ledger'];

/** Logs when a part fails for the first time and when it works again. */
export function createUpstreams({ metrics, logger, monotonicMs, silenceMs }: UpstreamsDeps): Upstreams {
  const startedAtMs = monotonicMs();
  const trouble = new Map<Part, string>();
  const answeredAtMs = new Map<Part, number>(PARTS.map((part) => [part, startedAtMs]));
  for (const part of PARTS) metrics.up.set({ part }, 1);
  return {
    answered(part) {
      answeredAtMs.set(part, monotonicMs());
      if (!trouble.delete(part)) return;
      metrics.up.set({ part }, 1);
      logger.info({ part }, 'answers again');
    },
    failed(part, error) {
      const reason = error instanceof Error ? error.message : 'unknown failure';
      const words = error instanceof LedgerUnavailableError && error.words !== null ? { words: error.words } : {};
      if (!trouble.has(part)) logger.warn({ part, reason, ...words }, 'does not answer; rounds wait');
      trouble.set(part, reason);
      metrics.up.set({ part }, 0);
    },
    isUp: (part) => !trouble.has(part),
    troubles() {
      const silent = PARTS.filter((part) => monotonicMs() - (answeredAtMs.get(part) ?? startedAtMs) > silenceMs);
      return Object.fromEntries([...silent.map((part) => [part, 'no answer for too long'] as const), ...trouble]);
    },
  };
}
