import {
  agent,
  owner,
  session,
  GatewayError,
  OracleGatewayError,
  SpendingLimitError,
  TransportError,
  UnknownOutcomeError,
  VerificationError,
  type Account,
} from '@oracle-gateway/client';
import { payPerRequest } from '@oracle-gateway/client/x402';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { deriveSourceId, fromHex, parseApiConfig } from '@oracle-gateway/protocol';
import { openSecrets } from '@oracle-gateway/protocol/sealed';

import { openLyingGateway, type Heard } from '../lying-gateway.js';
import { freshSource, keyOf, testClient, watchedSigner } from '../test-client.js';
import type { TestWorld } from '../test-world.js';
import { QUORUM, type LieRow, type Stage } from './lie-row.js';
import { liarsEncryptionKey } from './of-metadata.js';

/** Outcome of a lie. */
export interface Told {
  /** The value that was let out, or the error's name and code. */
  readonly ending: string;
  readonly error: unknown;
  /** Atomic units that the liar could take: the sum of everything that was signed. */
  readonly authorized: bigint;
  /** Everything that the account was asked to pay in. */
  readonly funded: readonly unknown[];
  /** Whether the liar got to know the secret. */
  readonly isSecretOut: boolean;
  /** Calls that reached another server. */
  readonly elsewhere: readonly Heard[];
  readonly heard: readonly Heard[];
}

/** The price of a round on both paths, of a quorum of three, fits once and not twice. */
export interface Payers {
  readonly agent: Uint8Array;
  readonly poorAgent: Uint8Array;
  readonly payer: Uint8Array;
  readonly maxAmount: bigint;
}

const RETRY = { attempts: 3, maxWaitMs: 300 };
/** Longer than any answer takes on a busy machine. A lie that is silence names a time of its own. */
const TIMEOUT_MS = 60_000;

export async function tellLie(test: TestWorld, payers: Payers, row: LieRow): Promise<Told> {
  const { gatewayUrl } = test.world.manifest;
  const elsewhere = await openLyingGateway(gatewayUrl, (_heard, ask) => ask());
  const stage: Stage = { test, source: (row.source ?? freshSource)(test), elsewhere };
  const liar = await openLyingGateway(gatewayUrl, row.tell(stage));
  const funded: unknown[] = [];
  const startMs = Date.now();
  try {
    const client = testClient(test, {
      fetch: liar.fetch,
      account: await accountOf(test, payers, row.to, funded),
      clock: () => startMs + (Date.now() - startMs) * (row.clockSpeed ?? 1),
      retry: RETRY,
      timeoutMs: row.timeoutMs ?? TIMEOUT_MS,
    });
    const outcome = await (row.ask ?? askOnce)(client, stage).then(
      (value) => ({ ending: value, error: undefined }),
      (error: unknown) => ({ ending: nameOf(error), error }),
    );
    const { heard } = liar;
    const isSecretOut = heard.some((one) => isOpen(test, one));
    return { ...outcome, heard, funded, elsewhere: elsewhere.heard, isSecretOut, authorized: authorizedIn(heard) };
  } finally {
    await Promise.all([liar.close(), elsewhere.close()]);
  }

  async function askOnce(client: ReturnType<typeof testClient>, { source }: Stage): Promise<string> {
    const secrets = row.to === 'sealed' ? { token: test.world.manifest.secrets.privateSource } : undefined;
    return (await client.round(source, { quorum: QUORUM, ...(secrets === undefined ? {} : { secrets }) })).value;
  }
}

async function accountOf(test: TestWorld, payers: Payers, to: LieRow['to'], funded: unknown[]): Promise<Account> {
  const { maxAmount } = payers;
  const fund = (missing: unknown): Promise<void> => {
    funded.push(missing);
    return Promise.resolve();
  };
  switch (to) {
    case 'owner':
    case 'sealed':
      return owner({ signer: watchedSigner(keyOf(test, 'subscriptionOwner')) });
    case 'session':
      return session({ signer: watchedSigner(keyOf(test, 'subscriptionOwner')) });
    case 'agent':
      return agent({ signer: watchedSigner(payers.agent), maxAmount, fund });
    case 'poor agent':
      return agent({ signer: watchedSigner(payers.poorAgent), maxAmount, fund });
    case 'payPerRequest':
      return payPerRequest({ signer: await createKeyPairSignerFromBytes(payers.payer), maxAmount, rpcUrl: test.world.manifest.rpcUrl });
  }
}

const CLASSES = { GatewayError, SpendingLimitError, TransportError, UnknownOutcomeError, VerificationError };

/** The name of one of the client's errors; any other error is a fault of the client. */
function nameOf(error: unknown): string {
  const found = Object.entries(CLASSES).find(([, Class]) => error instanceof Class);
  if (found !== undefined) return found[0];
  return error instanceof OracleGatewayError ? error.name : `a stray ${String(error)}`;
}

/** One payment, or one round of an agent, can be taken once although several were signed: the most of it counts. */
function authorizedIn(heard: readonly Heard[]): bigint {
  const signed = new Map<string, bigint>();
  for (const { headers, body } of heard) {
    const payment = headers['payment-signature'];
    if (payment !== undefined) {
      const { accepted, payload } = JSON.parse(Buffer.from(payment, 'base64').toString()) as {
        accepted: { amount: string };
        payload: { transaction: string };
      };
      signed.set(payload.transaction, BigInt(accepted.amount));
    }
    if (!body.includes('agent_request_auth_sig')) continue;
    const { canonical_timestamp: second, amount } = JSON.parse(body) as { canonical_timestamp: number; amount: number };
    const before = signed.get(String(second)) ?? 0n;
    signed.set(String(second), before > BigInt(amount) ? before : BigInt(amount));
  }
  return [...signed.values()].reduce((sum, amount) => sum + amount, 0n);
}

/** Whether the liar can read the world's secret in what it heard. */
function isOpen(test: TestWorld, { path, headers, body }: Heard): boolean {
  const secret = test.world.manifest.secrets.privateSource;
  if ([path, body, ...Object.values(headers)].some((text) => text.includes(secret))) return true;
  if (!body.includes('encKeyBundle')) return false;
  const { apiConfig, encKeyBundle } = JSON.parse(body) as { apiConfig: object; encKeyBundle: Bundle };
  const sourceId = deriveSourceId(parseApiConfig(apiConfig));
  const { envelopes, ...common } = encKeyBundle;
  return Object.entries(envelopes).some(([index, envelope]) => {
    const sealed = {
      ephemeralPub: fromHex(common.ephemeralPub),
      nonceSym: fromHex(common.nonceSym),
      ciphertext: fromHex(common.ciphertext),
      envelope: fromHex(envelope),
    };
    try {
      openSecrets({ sealed, sourceId, nodeIndex: Number(index), keys: [liarsEncryptionKey] });
      return true;
    } catch {
      return false;
    }
  });
}

interface Bundle {
  readonly ephemeralPub: string;
  readonly nonceSym: string;
  readonly ciphertext: string;
  readonly envelopes: Readonly<Record<string, string>>;
}
