import { readFile } from 'node:fs/promises';

import { administer, type AdminLedger } from '@oracle-gateway/admin';
import { createLedgerReader, ProtocolNotInitialisedError, readMint, type LedgerSigner } from '@oracle-gateway/ledger';
import { programArtifactPath } from '@oracle-gateway/program/artifact';
import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { TOKEN_PROGRAM_ID } from '@oracle-gateway/protocol/accounts';

import { deployOverRpc, deploymentAddress } from './deploy-program.js';
import { createSeededAccount, initialiseMint, seededAddress } from './instructions.js';
import { send, SetupError } from './send.js';
import { FEW, STABLECOIN_DECIMALS, type PreparedLedger, type WorldLedger } from './world-ledger.js';

export interface ForeignLedgerInput {
  readonly rpcUrl: string;
  readonly administrator: LedgerSigner;
  /** The existing deployment. Default: the administrator's own deployment, created if it is missing. */
  readonly programId?: Address;
}

const MINT_SEED = 'oracle-gateway-stablecoin';
const MINT_BYTES = 82;

/** An existing ledger, known by its RPC URL and a key with lamports. */
export function useForeignLedger(input: ForeignLedgerInput): WorldLedger {
  const { rpcUrl, administrator } = input;
  return {
    rpcUrl,
    wsUrl: subscriptionsUrl(rpcUrl),
    local: null,
    administrator,
    lamports: FEW,
    prepare: () => prepare(input),
  };
}

async function prepare({ rpcUrl, administrator, programId: given }: ForeignLedgerInput): Promise<PreparedLedger> {
  const programId = given ?? deploymentAddress(administrator.address);
  const ledger = administer({ programId, server: { rpcUrl }, signer: administrator });
  const reader = createLedgerReader({ rpcUrl, programId });
  if (given === undefined) await deployOverRpc(ledger, await readFile(programArtifactPath), () => reader.slot());
  const present = await reader.config().catch((error: unknown) => {
    if (error instanceof ProtocolNotInitialisedError) return null;
    throw error;
  });
  if (present === null) return { programId, mint: await ownMint(ledger) };
  if (!equalBytes(present.authority, administrator.address))
    throw new SetupError(
      `--admin-key: must be the administrator's key ${formatAddress(present.authority)}; it is ${formatAddress(administrator.address)}`,
    );
  return { programId, mint: await requireMintable(ledger, present.mint) };
}

/** The administrator's own stablecoin, the same at every start. */
async function ownMint(ledger: AdminLedger): Promise<Address> {
  const { address: authority } = ledger.signer;
  const seeded = { base: authority, seed: MINT_SEED, owner: TOKEN_PROGRAM_ID };
  const mint = seededAddress(seeded);
  const [present = null] = (await ledger.readAccounts([mint], 'confirmed')).accounts;
  if (present === null) {
    const lamports = await ledger.cluster.minimumRent(MINT_BYTES);
    await send(
      ledger,
      createSeededAccount({ ...seeded, lamports, bytes: MINT_BYTES }),
      initialiseMint({ mint, authority, decimals: STABLECOIN_DECIMALS }),
    );
  }
  return mint;
}

async function requireMintable(ledger: AdminLedger, mint: Address): Promise<Address> {
  const [account = null] = (await ledger.readAccounts([mint], 'confirmed')).accounts;
  const authority = (account === null ? null : readMint(account))?.authority ?? null;
  if (authority === null || !equalBytes(authority, ledger.signer.address))
    throw new SetupError(
      `the administrator must be the mint authority of ${formatAddress(mint)}, the program's stablecoin: the world mints tokens for its subscribers`,
    );
  return mint;
}

/** The URL that `@solana/web3.js` uses for subscriptions: the next port if the URL names a port, otherwise the same host. */
export function subscriptionsUrl(rpcUrl: string): string {
  const url = new URL(rpcUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (url.port !== '') url.port = String(Number(url.port) + 1);
  return url.href.replace(/\/$/, '');
}
