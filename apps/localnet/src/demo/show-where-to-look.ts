import { section } from './narrate.js';
import type { Stage } from './stage.js';

export function showWhereToLook({ world, print }: Stage, roundId: string, title: string): void {
  const { manifest, stateFolder } = world;
  print(
    section(title, [
      ['this round', `curl -s ${manifest.gatewayUrl}/v1/rounds/${roundId}`],
      ['gateway', `curl -s ${manifest.gatewayUrl}/v1/info`],
      ['metrics', `curl -s ${manifest.metricsUrls.gateway}`],
      ['ledger', `${manifest.rpcUrl} (Solana JSON-RPC)`],
      ['manifest', `${stateFolder.manifest} (every address, URL and test key)`],
      ['logs', `${stateFolder.path}/logs`],
    ]),
  );
}
