/** A program of TypeScript that uses the client, and misuses it where it says so. */
export const USAGE = `
import { agent, createClient, delegate, keypairSigner, owner, session, verifyFromLedger, GatewayError, type Client, type Round, type Signer } from '@oracle-gateway/client';

import { readFeed, type AccountSource } from '@oracle-gateway/client/feeds';

const accounts: AccountSource = () => Promise.resolve([null, null]);
export const price = readFeed({ programId: '1', feedId: '0x', mode: 'exact', minSignatures: 3, maxAgeMs: 1 }, { accounts, nowMs: 0 });
const ledger = { rpcUrl: 'http://rpc.example', programId: '1', network: 'solana:x' };
const signer: Signer = keypairSigner(new Uint8Array(64));
const payers = [owner({ signer }), delegate({ signer, subscriptionOwner: '1' }), session({ signer }), agent({ signer, maxAmount: 1n })];
const client: Client = createClient({ gateway: 'http://gateway.example', ledger, account: payers[0]! });
const source = { url: 'https://api.example', method: 'GET', responseParser: '$.price' };

export async function use(): Promise<string> {
  const round: Round = await client.round(source, { quorum: 3 });
  // @ts-expect-error a value is a text
  const wrong: number = round.value;
  try {
    await verifyFromLedger({ answer: round.answer, expected: { source, quorum: 3 }, ledger });
    for await (const { value } of client.watch(source, { everyMs: 1_000 })) return value;
  } catch (error) {
    if (error instanceof GatewayError && error.authorization === 'unused') return error.code;
  }
  return String(wrong);
}
// @ts-expect-error a limit is required
agent({ signer });
`;
