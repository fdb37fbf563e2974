import { formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { associatedTokenAddress, escrowAddress } from '@oracle-gateway/protocol/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { addressOf, newKeypair } from '../../src/base/keypair.js';
import { clientWorld } from './client-world.js';
import { liesOfForm, liesOfMembers, liesOfOtherTruths } from './lies/of-answers.js';
import { liesOfInfo, liesOfNodes, liesOfSessions } from './lies/of-metadata.js';
import { liesOfEscrows, liesOfPaid, liesOfPaidAnswers, liesOfTerms } from './lies/of-payments.js';
import { liesOfSimulations } from './lies/of-simulations.js';
import { liesOfRedirects, liesOfRefusals, liesOfTransport } from './lies/of-transport.js';
import { liesOfVersions } from './lies/of-versions.js';
import type { LieRow } from './lies/lie-row.js';
import { endEmergency } from './lies/old-keys.js';
import { tellLie, type Payers } from './lies/tell-lie.js';
import { fundedAgent, PRIVATE_VALUE, TRUE_VALUE } from './test-client.js';
import type { TestWorld } from './test-world.js';

const LIES: Readonly<Record<string, readonly LieRow[]>> = {
  'a member of an answer': liesOfMembers,
  'the form of an answer': liesOfForm,
  'the true answer to another question': liesOfOtherTruths,
  'an answer of no gateway': liesOfTransport,
  'a refusal': liesOfRefusals,
  'where to go': liesOfRedirects,
  'what is to be paid': liesOfTerms,
  'what became of a payment': liesOfPaid,
  'a member of an answer that was paid for': liesOfPaidAnswers,
  'an escrow': liesOfEscrows,
  'the gateway itself': liesOfInfo,
  'the nodes': liesOfNodes,
  'a sign-in or a session': liesOfSessions,
  'a dry run': liesOfSimulations,
  'the registry version to ask for': liesOfVersions,
};

let test: TestWorld;
let payers: Payers;
beforeAll(async () => {
  test = clientWorld();
  const { prices, redundancyBuffer } = test.world.manifest;
  const paid = BigInt(prices.x402RoundBase) + BigInt(3 + redundancyBuffer) * BigInt(prices.rewardPerSignature);
  const escrowed = BigInt(prices.agentRoundBase) + 3n * BigInt(prices.agentRoundPerSig);
  const maxAmount = paid > escrowed ? paid : escrowed;
  payers = {
    agent: await fundedAgent(test, 50n * escrowed),
    poorAgent: newKeypair(),
    payer: await fundedAgent(test, 200n * paid),
    maxAmount,
  };
});
afterAll(() => endEmergency(test));

describe.concurrent.each(Object.entries(LIES))('a gateway that lies about %s', (_about, rows) => {
  it.each(rows.map((row) => [row.to, row.lie, row] as const))('to %s: %s', async (_to, _lie, row) => {
    const told = await tellLie(test, payers, row);
    const truth = row.to === 'sealed' ? PRIVATE_VALUE : TRUE_VALUE;
    expect(told.ending, String(told.error)).toBe(row.ends === 'the true value' ? truth : row.ends);
    expect(told.authorized).toBeLessThanOrEqual(payers.maxAmount);
    expect(told.isSecretOut).toBe(false);
    expect(told.elsewhere).toEqual([]);
    for (const terms of told.funded) expect(terms).toMatchObject(trueTerms(row.to));
  });
});

/** Terms that a payer may accept, whatever the gateway says. */
function trueTerms(to: LieRow['to']): object {
  const { programId, gatewayPda, usdcMint } = test.world.manifest;
  const payer = addressOf(to === 'agent' ? payers.agent : payers.poorAgent);
  const escrow = escrowAddress(parseAddress(programId), payer, parseAddress(gatewayPda));
  return { asset: usdcMint, payTo: formatAddress(associatedTokenAddress(escrow, parseAddress(usdcMint))) };
}
