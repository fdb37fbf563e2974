import { GatewayError, keypairSigner, session } from '@oracle-gateway/client';

import type { SecretKey } from '../base/keypair.js';
import { DemoFailure } from './demo-failure.js';
import { formatDuration, section } from './format.js';
import { failDemo, serveDemoRound, type DemoQuestion } from './serve-round.js';
import type { DemoContext } from './demo-context.js';

/** An owner signs in once. A client without its key asks in the session, and is refused after the owner has signed out. */
export async function showSession(context: DemoContext, ownerKey: SecretKey, question: DemoQuestion): Promise<void> {
  const { client } = context.connect(session({ signer: keypairSigner(ownerKey) }));
  const opened = await client.signIn().catch(failDemo);
  const keyless = context.connect(session({ opened }));
  const served = await serveDemoRound(context, keyless, question);
  await client.signOut().catch(failDemo);
  const refused: unknown = await keyless.client.round(question.source, { quorum: question.quorum }).catch((error: unknown) => error);
  if (!(refused instanceof GatewayError) || refused.status !== 401) throw new DemoFailure('an ended session was not refused with 401');
  context.print(
    section('15. A session: signed in once, then asked without further signatures', [
      ['signed in', `as ${opened.address}, whose subscription pays`],
      ['until', `${new Date(opened.expiresAtSeconds * 1_000).toISOString()}; the gateway keeps the hash of its token`],
      ['served', `after ${formatDuration(served.servedMs)}, without the key: ${served.round.value}, verified like the first`],
      ['signed out', `refused from then on: ${refused.status}, ${refused.message}`],
    ]),
  );
}
