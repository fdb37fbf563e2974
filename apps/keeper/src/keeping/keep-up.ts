import type { Upstreams } from '@oracle-gateway/process';
import type { Logger } from 'pino';
import type { Target } from '../feeds/target.js';
import { type Metrics, type Part, targetPart } from '../telemetry/metrics.js';

export interface KeepUpDeps {
  readonly allTargets: readonly Pick<Target, 'name' | 'upkeep'>[];
  readonly metrics: Pick<Metrics, 'lapsesAtSeconds'>;
  readonly upstreams: Pick<Upstreams<Part>, 'failed'>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly nowMs: () => number;
}

/** Keeps all targets alive at once, and tells when each lapses. Throws nothing. */
export async function keepUp({ allTargets, metrics, upstreams, logger, nowMs }: KeepUpDeps, signal: AbortSignal): Promise<void> {
  await Promise.all(
    allTargets.map(async ({ name, upkeep }) => {
      if (upkeep === undefined) return;
      try {
        const tell = (lapsesAtSeconds: number): void => metrics.lapsesAtSeconds.set({ target: name }, lapsesAtSeconds);
        const { lapsesAtSeconds } = await upkeep(signal, tell);
        tell(lapsesAtSeconds);
        if (lapsesAtSeconds * 1_000 < nowMs())
          logger.error({ target: name }, 'the target has lapsed and takes no value: deploy its contract anew');
      } catch (error) {
        if (signal.aborted) return;
        // The time that was told last stays: it comes no later.
        upstreams.failed(targetPart(name), error);
        logger.warn({ target: name, err: error }, 'the target could not be kept alive; it is tried again within a minute');
      }
    }),
  );
}
