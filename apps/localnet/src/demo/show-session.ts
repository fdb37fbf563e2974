import { operations, type Session } from '@oracle-gateway/gateway-api';

import type { SecretKey } from '../base/keypair.js';
import { DemoFailure } from './demo-failure.js';
import { duration, section } from './format.js';
import { preparePriceRound, type PriceRound, type PriceRoundInput } from './price-round.js';
import { verifyServed, roundIdIn, type Served } from './serve-round.js';
import { signInHeader } from './sign-in.js';
import type { DemoContext } from './demo-context.js';

type Terms = Omit<PriceRoundInput, 'ownerKey'>;

/** An owner signs in once, sends a round with the bearer token, signs out, and is then refused. */
export async function showSession(context: DemoContext, ownerKey: SecretKey, terms: Terms): Promise<void> {
  const session = await signIn(context, ownerKey);
  // No other round of the demo uses these seconds.
  const [round, late] = [60, 61].map((back) =>
    preparePriceRound({ ...terms, ownerKey, timestampSeconds: terms.timestampSeconds - back }),
  ) as [PriceRound, PriceRound];
  const served = await askByBearer(context, round, session);
  if (!('answer' in served)) throw new DemoFailure(`a round by bearer was answered ${served.status}: ${served.error}`);
  await verifyServed(context, round, served);
  const signedOut = await context.client.call(operations.deleteSession, { headers: bearer(session) });
  if (signedOut.status !== 200) throw new DemoFailure(`signing out was answered ${signedOut.status}`);
  const refused = await askByBearer(context, late, session);
  if ('answer' in refused || refused.status !== 401) throw new DemoFailure('an ended session was not refused with 401');
  context.print(
    section('13. A session: signed in once, then asked without further signatures', [
      ['signed in', `as ${session.role} ${session.authority}`],
      ['lives', `${session.expiresAt - session.issuedAt} s; the gateway keeps the hash of its token`],
      ['served', `after ${duration(served.servedMs)}, by bearer: ${served.answer.data.value}, verified like the first`],
      ['signed out', `refused from then on: ${refused.status}, ${refused.error}`],
    ]),
  );
}

async function signIn({ client }: DemoContext, ownerKey: SecretKey): Promise<Session> {
  const info = await client.call(operations.getInfo);
  const terms = info.status === 200 ? info.body.data.signIn : undefined;
  if (terms === undefined) throw new DemoFailure('`GET /v1/info` does not name the sign-in terms');
  const answer = await client.call(operations.createSession, { headers: { 'SIGN-IN-WITH-X': signInHeader(ownerKey, terms) } });
  if (answer.status !== 200) throw new DemoFailure(`the sign-in was answered ${answer.status}: ${answer.body.error}`);
  return answer.body.data;
}

async function askByBearer(
  { client }: DemoContext,
  { request }: PriceRound,
  session: Session,
): Promise<Served | { readonly status: number; readonly error: string }> {
  const { authSig, ...body } = request;
  if (authSig === undefined) throw new DemoFailure('the round has no signature');
  const startedAtMs = performance.now();
  const answer = await client.call(operations.executeRound, { body, headers: bearer(session) });
  if (answer.status !== 200) return { status: answer.status, error: answer.body.error };
  return { answer: answer.body, roundId: roundIdIn(answer.headers), servedMs: performance.now() - startedAtMs };
}

function bearer({ token }: Session): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}
