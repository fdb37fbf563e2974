import { readFile } from 'node:fs/promises';

import { signerFromSecretKey } from '@oracle-gateway/ledger';
import { addGenesisProgram, createLocalLedger, createMintAt, serveLedgerRpc } from '@oracle-gateway/litesvm-rpc';
import { programArtifactPath } from '@oracle-gateway/program/artifact';

import { DEVNET_GENESIS_HASH, DEVNET_USDC_MINT } from '../base/devnet.js';
import { addressOf, newKeypair } from '../base/keypair.js';
import { LOOPBACK } from '../base/ports.js';
import type { Teardown } from '../base/teardown.js';
import { LAMPORTS_PER_SOL, PLENTY, STABLECOIN_DECIMALS, type WorldLedger } from './world-ledger.js';

/** Funds for rents and fees, beyond the lamports that it distributes. */
const ADMINISTRATOR_LAMPORTS = 1_000n * LAMPORTS_PER_SOL;

/** Starts a new ledger inside this process, served on `port` and the next port. */
export async function startLocalLedger({ port }: { readonly port: number }, teardown: Teardown): Promise<WorldLedger> {
  const ledger = createLocalLedger({ genesisHash: DEVNET_GENESIS_HASH });
  teardown.add(() => ledger.close());
  const rpc = await serveLedgerRpc(ledger, { host: LOOPBACK, port });
  teardown.add(() => rpc.close());
  const [administrator, program] = [newKeypair(), newKeypair()];
  return {
    rpcUrl: rpc.rpcUrl,
    wsUrl: rpc.wsUrl,
    local: ledger,
    administrator: signerFromSecretKey(administrator),
    lamports: PLENTY,
    async prepare() {
      ledger.airdrop(addressOf(administrator), PLENTY.gateway + ADMINISTRATOR_LAMPORTS);
      const elf = await readFile(programArtifactPath);
      addGenesisProgram(ledger, { programId: addressOf(program), upgradeAuthority: addressOf(administrator), elf });
      createMintAt(ledger, { address: DEVNET_USDC_MINT, decimals: STABLECOIN_DECIMALS, mintAuthority: addressOf(administrator) });
      return { programId: addressOf(program), mint: DEVNET_USDC_MINT };
    },
  };
}
