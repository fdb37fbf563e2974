import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { operations } from '@oracle-gateway/gateway-api';
import { formatAddress } from '@oracle-gateway/protocol';
import { sealSecrets } from '@oracle-gateway/protocol/sealed';

import type { SecretKey } from '../base/keypair.js';
import { DemoFailure } from './demo-failure.js';
import { duration, section } from './format.js';
import { preparePriceRound, type PriceRoundInput } from './price-round.js';
import { execute, verifyServed } from './serve-round.js';
import type { DemoContext } from './demo-context.js';

/** A source that requires a token. The token is sealed for the nodes, set by them in the header, and in no log. */
export async function showPrivateSource(
  context: DemoContext,
  ownerKey: SecretKey,
  terms: Omit<PriceRoundInput, 'apiConfig' | 'ownerKey'>,
): Promise<void> {
  const { manifest, stateFolder } = context.world;
  const apiConfig = {
    url: `${manifest.sources.private}/balance`,
    method: 'GET',
    headers: { Authorization: 'Bearer {{secret.token}}' },
    responseParser: '$.balance',
  } as const;
  const round = preparePriceRound({ ...terms, ownerKey, apiConfig });
  const listed = await context.client.call(operations.getNodes);
  if (listed.status !== 200) throw new DemoFailure(`the gateway answered ${listed.status} when asked for its nodes`);
  const { nodes } = listed.body.data;
  const token = manifest.secrets.privateSource;
  const notAfter = terms.timestampSeconds + 3_600;
  const encKeyBundle = sealSecrets({ apiConfig, nodes, secrets: { token }, notAfter, owner: formatAddress(round.owner) });

  const served = await execute(context, { ...round, request: { ...round.request, encKeyBundle } });
  await verifyServed(context, round, served);
  const logs = await logsWith(token, join(stateFolder.path, 'logs'));
  if (logs.holding.length > 0) throw new DemoFailure(`the token of the private source is in ${logs.holding.join(', ')}`);
  context.print(
    section('9. A source that requires a token, which only the nodes see', [
      ['source', `${apiConfig.url}, with Authorization: ${apiConfig.headers.Authorization}`],
      ['sealed', `for ${nodes.length} nodes, this source and this owner, for an hour`],
      ['served', `after ${duration(served.servedMs)}: ${served.answer.data.value}, verified like the first`],
      ['searched', `${logs.searched} logs of gateway, nodes and worker: none contains the token`],
    ]),
  );
}

async function logsWith(secret: string, folder: string): Promise<{ readonly searched: number; readonly holding: readonly string[] }> {
  const names = await readdir(folder);
  const holding = await Promise.all(names.map(async (name) => (await readFile(join(folder, name), 'utf8')).includes(secret)));
  return { searched: names.length, holding: names.filter((_name, place) => holding[place] === true) };
}
