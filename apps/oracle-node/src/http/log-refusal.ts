import type { NodeErrorBody } from '@oracle-gateway/node-api';
import { loggableError, type NodeLog } from '../telemetry/log.js';

/** Requests of strangers get a debug line only, because they could fill the disk. */
export function logRefusal(
  log: NodeLog,
  refused: { readonly operation: string; readonly traceId: string | undefined },
  body: NodeErrorBody,
  error: unknown,
): void {
  if (body.code === 'internal') {
    log.error({ ...refused, ...loggableError(error, { withPlace: true }) }, 'request failed');
  } else if (['unauthorized', 'not_found', 'method_not_allowed'].includes(body.code)) {
    log.debug({ ...refused, code: body.code }, 'request refused');
  } else {
    log.info({ ...refused, code: body.code, step: body.step, upstreamStatus: body.upstreamStatus }, 'request refused');
  }
}
