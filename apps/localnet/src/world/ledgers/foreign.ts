import { readFile } from 'node:fs/promises';

import { administer, type AdminLedger } from '@oracle-gateway/admin';
import { createLedgerReader, ProtocolNotInitialisedError, readMint, type LedgerSigner } from '@oracle-gateway/ledger';
import { programArtifactPath } from '@oracle-gateway/program/artifact';
import { equalBytes, formatAddress, type Address } from '@oracle-gateway/protocol';
import { TOKEN_PROGRAM_ID } from '@oracle-gateway/protocol/accounts';

import { deployOverRpc, deploymentAddress } from './deploy-program.js';
import { createSeededAccount, initialiseMint, seededAddress } from './instructions.js';
import { send, SetupError } from './send.js';
import { FEW, STABLECOIN_DECIMALS, type PreparedLedger, type WorldLedger } from './world-ledger.js';

export interface ForeignLedgerInput {
  readonly rpcUrl: string;
  readonly administrator: LedgerSigner;
  /** Where the program is deployed already; otherwise the administrator's own deployment, made when it is missing. */
  readonly programId?: Address;
}

const MINT_SEED = 'oracle-gateway-stablecoin';
const MINT_BYTES = 82;

/** A ledger that is there already, of which the world has nothing but an address and a key with lamports. */
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
    throw new SetupError(`the key is ${formatAddress(administrator.address)}, the administrator is ${formatAddress(present.authority)}`);
  return { programId, mint: await requireMintable(ledger, present.mint) };
}

/** A stablecoin of this administrator's own, the same at every start. */
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
      `the administrator may not mint ${formatAddress(mint)}, which the program takes: a world's subscribers need tokens`,
    );
  return mint;
}

/** Where clients of `@solana/web3.js` look: the next port where one is named, else the same host. */
export function subscriptionsUrl(rpcUrl: string): string {
  const url = new URL(rpcUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (url.port !== '') url.port = String(Number(url.port) + 1);
  return url.href.replace(/\/$/, '');
}
