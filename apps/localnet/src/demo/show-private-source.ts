import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { DemoFailure } from './demo-failure.js';
import { formatDuration, section } from './format.js';
import { failDemo, serveDemoRound } from './serve-round.js';
import type { DemoCaller, DemoContext } from './demo-context.js';

/** A source that requires a token. The token is sealed for the nodes, set by them in the header, and in no log. */
export async function showPrivateSource(context: DemoContext, caller: DemoCaller, quorum: number): Promise<void> {
  const { manifest, stateFolder } = context.world;
  const source = {
    url: `${manifest.sources.private}/balance`,
    method: 'GET',
    headers: { Authorization: 'Bearer {{secret.token}}' },
    responseParser: '$.balance',
  } as const;
  const token = manifest.secrets.privateSource;
  const served = await serveDemoRound(context, caller, { source, quorum, secrets: { token } });
  // Later steps count the rounds that the subscription has left.
  await served.round.settled().catch(failDemo);
  const logs = await logsWith(token, join(stateFolder.path, 'logs'));
  if (logs.holding.length > 0) throw new DemoFailure(`the token of the private source is in ${logs.holding.join(', ')}`);
  context.print(
    section('9. A source that requires a token, which only the nodes see', [
      ['source', `${source.url}, with Authorization: ${source.headers.Authorization}`],
      ['sealed', 'by the client, for the nodes of the ledger, this source and this owner'],
      ['served', `after ${formatDuration(served.servedMs)}: ${served.round.value}, verified like the first`],
      ['searched', `${logs.searched} logs of gateway, nodes and worker: none contains the token`],
    ]),
  );
}

async function logsWith(secret: string, folder: string): Promise<{ readonly searched: number; readonly holding: readonly string[] }> {
  const names = await readdir(folder);
  const holding = await Promise.all(names.map(async (name) => (await readFile(join(folder, name), 'utf8')).includes(secret)));
  return { searched: names.length, holding: names.filter((_name, place) => holding[place] === true) };
}
