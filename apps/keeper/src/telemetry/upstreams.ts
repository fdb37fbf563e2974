import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';

/** What a keeper depends on. */
export type Part = 'redis' | 'ledger' | 'gateway';

const PARTS: readonly Part[] = ['redis', 'ledger', 'gateway'];

/** Whether the parts answered the last time. */
export interface Upstreams {
  answered(part: Part): void;
  failed(part: Part, error: unknown): void;
  /** Why a part does not work; empty while all parts work. */
  troubles(): Readonly<Partial<Record<Part, string>>>;
}

/** Logs when a part fails for the first time and when it works again. */
export function createUpstreams({ metrics, logger }: { readonly metrics: Pick<Metrics, 'up'>; readonly logger: Logger }): Upstreams {
  const trouble = new Map<Part, string>();
  for (const part of PARTS) metrics.up.set({ part }, 1);
  return {
    answered(part) {
      if (!trouble.delete(part)) return;
      metrics.up.set({ part }, 1);
      logger.info({ part }, 'answers again');
    },
    failed(part, error) {
      if (!trouble.has(part)) logger.warn({ part, err: error }, 'does not answer; feeds wait');
      trouble.set(part, error instanceof Error ? error.message : 'unknown failure');
      metrics.up.set({ part }, 0);
    },
    troubles: () => Object.fromEntries(trouble),
  };
}
