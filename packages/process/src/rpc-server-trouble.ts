import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';

/** Tells log and metrics that an RPC server of the ledger got into trouble, or is well again (null). `server` is its place in the list. */
export function reportRpcServer(
  { logger, up }: { readonly logger: Pick<Logger, 'info' | 'warn'>; readonly up?: Pick<Gauge<'server'>, 'set'> },
  { server, trouble }: { readonly server: number; readonly trouble: string | null },
): void {
  up?.set({ server }, trouble === null ? 1 : 0);
  if (trouble === null) logger.info({ server }, 'RPC server recovered');
  else logger.warn({ server, reason: trouble }, 'RPC server failing; the next one is used where there is one');
}
