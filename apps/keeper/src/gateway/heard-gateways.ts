import { type EndingOperation, tellEachEndOnce } from '@oracle-gateway/caller';
import type { OnDeprecated } from '@oracle-gateway/client';
import type { GatewaySettings } from '../config/feed-settings.js';

/** A gateway of the file, and what hears of its operations that end. */
export interface HeardGateway extends GatewaySettings {
  readonly onDeprecated: OnDeprecated;
}

/** Tells of each operation of each gateway once, whatever number of clients asks for it. */
export function hearGateways(
  gateways: readonly GatewaySettings[],
  tell: (gateway: string, end: EndingOperation) => void,
): readonly HeardGateway[] {
  return gateways.map((gateway) => ({
    ...gateway,
    onDeprecated: tellEachEndOnce('@oracle-gateway/keeper', (end) => tell(gateway.name, end)),
  }));
}
