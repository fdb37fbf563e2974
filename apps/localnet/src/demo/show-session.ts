import { operations, type Session } from '@oracle-gateway/gateway-api';

import type { SecretKey } from '../world/keypair.js';
import { DemoFailure } from './demo-failure.js';
import { duration, section } from './narrate.js';
import { preparePriceRound, type PriceRound, type PriceRoundInput } from './price-round.js';
import { judge, roundIdIn, type Served } from './serve-round.js';
import { signInHeader } from './sign-in.js';
import type { Stage } from './stage.js';

type Terms = Omit<PriceRoundInput, 'ownerKey'>;

/** An owner signs in once, asks by bearer, signs out, and is then refused. */
export async function showSession(stage: Stage, ownerKey: SecretKey, terms: Terms): Promise<void> {
  const session = await signIn(stage, ownerKey);
  // Seconds that no other round of the demo has.
  const [round, late] = [60, 61].map((back) =>
    preparePriceRound({ ...terms, ownerKey, timestampSeconds: terms.timestampSeconds - back }),
  ) as [PriceRound, PriceRound];
  const served = await askByBearer(stage, round, session);
  if (!('answer' in served)) throw new DemoFailure(`a round by bearer was answered ${served.status}: ${served.error}`);
  await judge(stage, round, served);
  const signedOut = await stage.client.call(operations.deleteSession, { headers: bearer(session) });
  if (signedOut.status !== 200) throw new DemoFailure(`signing out was answered ${signedOut.status}`);
  const refused = await askByBearer(stage, late, session);
  if ('answer' in refused || refused.status !== 401) throw new DemoFailure('a session that has ended was not refused with 401');
  stage.print(
    section('13. A session: signed in once, then asked without further signatures', [
      ['signed in', `as ${session.role} ${session.authority}`],
      ['lives', `${session.expiresAt - session.issuedAt} s; the gateway keeps the hash of its token`],
      ['served', `after ${duration(served.servedMs)}, by bearer: ${served.answer.data.value}, verified like the first`],
      ['signed out', `refused from then on: ${refused.status}, ${refused.error}`],
    ]),
  );
}

async function signIn({ client }: Stage, ownerKey: SecretKey): Promise<Session> {
  const info = await client.call(operations.getInfo);
  const terms = info.status === 200 ? info.body.data.signIn : undefined;
  if (terms === undefined) throw new DemoFailure('the gateway does not say what to sign in to');
  const answer = await client.call(operations.createSession, { headers: { 'SIGN-IN-WITH-X': signInHeader(ownerKey, terms) } });
  if (answer.status !== 200) throw new DemoFailure(`the sign-in was answered ${answer.status}: ${answer.body.error}`);
  return answer.body.data;
}

async function askByBearer(
  { client }: Stage,
  { request }: PriceRound,
  session: Session,
): Promise<Served | { readonly status: number; readonly error: string }> {
  const { authSig, ...body } = request;
  if (authSig === undefined) throw new DemoFailure('the round was not signed to begin with');
  const startedAtMs = performance.now();
  const answer = await client.call(operations.executeRound, { body, headers: bearer(session) });
  if (answer.status !== 200) return { status: answer.status, error: answer.body.error };
  return { answer: answer.body, roundId: roundIdIn(answer.headers), servedMs: performance.now() - startedAtMs };
}

function bearer({ token }: Session): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}
