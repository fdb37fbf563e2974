import { section } from './format.js';
import type { DemoContext } from './demo-context.js';

export function showWhereToLook({ world, print }: DemoContext, roundId: string, title: string): void {
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
