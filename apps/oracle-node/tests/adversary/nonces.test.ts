import type { ObserveResponse, SignRequest } from '@oracle-gateway/node-api';
import { afterEach, describe, expect, it } from 'vitest';
import { attackerCommitment } from '../attacker.js';
import {
  call,
  Cleanup,
  expectRefusal,
  observeOk,
  observeRequest,
  noncesOf,
  OTHER_GATEWAY_KEY,
  signOk,
  signRequest,
  startTwoNodes,
  seenValue,
} from '../fixture.js';

/**
 * A gateway that wants the key: two answers over one nonce pair with known challenges are two equations for it, three
 * concurrent ones suffice even with binding factors. Every pair must answer once, whatever happens around it.
 */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

function withCoSigner(observation: ObserveResponse, attempt: 0 | 1 = 0): SignRequest {
  return {
    sessionId: observation.sessionId,
    attempt,
    value: seenValue(observation).value,
    signers: [
      { index: observation.index, ...noncesOf(observation)[attempt] },
      { index: 1, ...attackerCommitment() },
    ],
  };
}

describe('a nonce pair', () => {
  it('answers one of many concurrent sign calls', async () => {
    const { source, node: victim } = await startTwoNodes(cleanup);
    const observation = await observeOk(victim, observeRequest(source));
    const replies = await Promise.all(Array.from({ length: 12 }, () => call(victim, 'sign', withCoSigner(observation))));
    const [served, ...refused] = replies.sort((a, b) => a.status - b.status);
    expect(served?.status).toBe(200);
    refused.forEach((reply) => expectRefusal(reply, 409, 'nonce_spent'));
  });

  it.each<[string, (honest: SignRequest) => SignRequest, number, string]>([
    ['another value', (honest) => ({ ...honest, value: `0x${'11'.repeat(32)}` }), 409, 'value_mismatch'],
    ['too few signers', (honest) => ({ ...honest, signers: honest.signers.slice(0, 1) }), 400, 'signers_mismatch'],
    ['a signer outside the eligible set', (honest) => withSecondSigner(honest, { index: 3 }), 400, 'signers_mismatch'],
    ['the own commitment at another index', (honest) => withSecondSigner(honest, honest.signers[0] ?? {}), 400, 'signers_mismatch'],
    ['another commitment at the own index', (honest) => withFirstSigner(honest, attackerCommitment()), 400, 'signers_mismatch'],
    ['the second pair under the first attempt', (honest) => withFirstSigner(honest, swapped(honest)), 400, 'signers_mismatch'],
    ['a point that is not on the curve', (honest) => withSecondSigner(honest, { d: `0x02${'00'.repeat(31)}05` }), 400, 'signers_mismatch'],
  ])('is gone after a call refused for %s', async (_, change, status, code) => {
    const { source, node: victim } = await startTwoNodes(cleanup);
    const observation = await observeOk(victim, observeRequest(source));
    const honest = withCoSigner(observation);
    const refused = await call(victim, 'sign', change(honest));
    expect({ status: refused.status, code: (JSON.parse(refused.text) as { code: string }).code }).toEqual({ status, code });
    expectRefusal(await call(victim, 'sign', honest), 409, 'nonce_spent');
  });

  it('of the first attempt is gone once the second was tried', async () => {
    const { source, node: victim } = await startTwoNodes(cleanup);
    const observation = await observeOk(victim, observeRequest(source));
    await signOk(victim, withCoSigner(observation, 1));
    expectRefusal(await call(victim, 'sign', withCoSigner(observation, 0)), 404, 'session_unknown');
    expectRefusal(await call(victim, 'sign', withCoSigner(observation, 1)), 404, 'session_unknown');
  });

  it('of a released session is gone', async () => {
    const { source, node: victim } = await startTwoNodes(cleanup);
    const observation = await observeOk(victim, observeRequest(source));
    await call(victim, 'release', { sessionIds: [observation.sessionId] });
    expectRefusal(await call(victim, 'sign', withCoSigner(observation)), 404, 'session_unknown');
  });

  it('of another session does not serve', async () => {
    const { source, node: victim } = await startTwoNodes(cleanup);
    const first = await observeOk(victim, observeRequest(source));
    const second = await observeOk(victim, observeRequest(source));
    const crossed = { ...withCoSigner(first), sessionId: second.sessionId };
    expectRefusal(await call(victim, 'sign', crossed), 400, 'signers_mismatch');
  });

  it('cannot be burned by another registered gateway', async () => {
    const { source, node: victim, other } = await startTwoNodes(cleanup);
    const request = observeRequest(source);
    const observations = [await observeOk(victim, request), await observeOk(other, request)];
    const gatewayKey = OTHER_GATEWAY_KEY;
    expectRefusal(await call(victim, 'sign', signRequest(observations), { gatewayKey }), 404, 'session_unknown');
    const released = await call(victim, 'release', { sessionIds: [observations[0]?.sessionId] }, { gatewayKey });
    expect(released.text).toBe('{"released":0}');
    await signOk(victim, signRequest(observations));
  });
});

function withFirstSigner(request: SignRequest, change: Partial<SignRequest['signers'][number]>): SignRequest {
  return {
    ...request,
    signers: request.signers.map((signer, place) => (place === 0 ? { ...signer, ...change } : signer)),
  };
}

/** The second signer keeps its index unless it is given one. */
function withSecondSigner(request: SignRequest, change: Partial<SignRequest['signers'][number]>): SignRequest {
  return {
    ...request,
    signers: request.signers.map((signer, place) =>
      place === 1 ? { ...signer, ...change, index: change.index === 3 ? 3 : signer.index } : signer,
    ),
  };
}

function swapped(request: SignRequest): { d: string; e: string } {
  return { d: request.signers[0]?.e ?? '', e: request.signers[0]?.d ?? '' };
}
