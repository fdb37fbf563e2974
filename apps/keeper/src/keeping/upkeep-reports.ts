import type { Logger } from 'pino';
import type { UpkeepListener } from '../feeds/target.js';

/** Tells the log what the upkeep of a target has sent. */
export function upkeepReports(
  { logger }: { readonly logger: Pick<Logger, 'info'> },
  { target }: { readonly target: string },
): UpkeepListener {
  return {
    onBrought: (version) => logger.info({ target, version: `${version}` }, 'brought a registry version'),
    onAdded: ({ version, fee, ...added }) => logger.info({ target, ...added, version: `${version}`, fee: `${fee}` }, 'added a signer set'),
  };
}
