import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administer, carryOutChange, planSubscribe } from '@oracle-gateway/admin';
import { signerFromSecretKey } from '@oracle-gateway/ledger';
import { addGenesisProgram, createLocalLedger, mintTo, serveLedgerRpc } from '@oracle-gateway/litesvm-rpc';
import { formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { Keypair } from '@solana/web3.js';
import { startBuiltWorld } from '../world/built-world.mjs';

const PROGRAM = new URL('../../programs/oracle/artifacts/oracle_program.so', import.meta.url);
const SOL = 1_000_000_000n;
const LAMPORTS = 100_000n * SOL;
const SUBSCRIPTION_ROUNDS = 100_000n;
const SUBSCRIPTION_TOKENS = 10n ** 15n;
const SUBSCRIPTION_SECONDS = 86_400;
/** Data of `settle_round` and `settle_agent_round` begin with these. */
const SETTLING_TAGS = new Set([14, 21]);

/**
 * A world on a ledger of this process whose blocks are full at some point. The program is the built one, in LiteSVM.
 *
 * @param {{ blockUnits: number, accountUnits: number, slotMs: number }} input
 */
export async function startLimitedWorld({ blockUnits, accountUnits, slotMs }) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-ledger-'));
  const ledger = createLocalLedger({ slotMs, blockLimits: { blockUnits, accountUnits } });
  const rpc = await serveLedgerRpc(ledger);
  const [administrator, program] = [Keypair.generate(), Keypair.generate()];
  ledger.airdrop(administrator.publicKey, LAMPORTS);
  addGenesisProgram(ledger, {
    programId: program.publicKey,
    upgradeAuthority: administrator.publicKey,
    elf: await readFile(PROGRAM),
  });
  const adminKeyPath = join(folder, 'administrator.json');
  await writeFile(adminKeyPath, JSON.stringify([...administrator.secretKey]), { mode: 0o600 });
  const close = async () => {
    await rpc.close();
    ledger.close();
    await rm(folder, { recursive: true, force: true });
  };
  const launcherFlags = ['--rpc', rpc.rpcUrl, '--admin-key', adminKeyPath, '--program-id', program.publicKey.toBase58()];
  const world = await startBuiltWorld({ launcherFlags }).catch(async (error) => {
    await close();
    throw error;
  });
  const manifest = await world.readManifest();
  // A foreign ledger's world is funded for a few hundred rounds.
  ledger.airdrop(manifest.gatewayAuthority, LAMPORTS);

  return {
    ledger,
    world,
    folder,
    /** Tokens to pay with, and lamports for fees. */
    fund(owner, amountAtomic = SUBSCRIPTION_TOKENS) {
      ledger.airdrop(owner, 10n * SOL);
      mintTo(ledger, { mintAuthority: administrator.secretKey, mint: manifest.usdcMint, owner, amountAtomic });
    },
    /** The key of a new owner with a subscription at the world's gateway. */
    async newOwner() {
      const owner = Keypair.generate();
      this.fund(owner.publicKey);
      const acting = administer({
        programId: parseAddress(manifest.programId),
        server: { rpcUrl: rpc.rpcUrl },
        signer: signerFromSecretKey(owner.secretKey),
      });
      const terms = {
        gateway: parseAddress(manifest.gatewayAuthority),
        maxSignatures: manifest.nodes.length,
        rounds: SUBSCRIPTION_ROUNDS,
        expiresAtSeconds: BigInt(Math.floor(Date.now() / 1_000) + SUBSCRIPTION_SECONDS),
      };
      const outcome = await carryOutChange(acting, await planSubscribe(acting, terms));
      if (outcome.kind !== 'done') throw new Error(`the subscription was not opened: ${outcome.kind}`);
      return [...owner.secretKey];
    },
    /** The file of a new key with lamports. */
    async newPayer(name) {
      const payer = Keypair.generate();
      ledger.airdrop(payer.publicKey, LAMPORTS);
      const path = join(folder, `${name}.json`);
      await writeFile(path, JSON.stringify([...payer.secretKey]), { mode: 0o600 });
      return { path, address: payer.publicKey.toBase58() };
    },
    async close() {
      await world.close();
      await close();
    },
  };
}

/**
 * Notes what every settling transaction takes of its block, from now on.
 *
 * @returns {{ notes: { slot: number, rounds: number, units: number, written: string[] }[], stop: () => void }} notes in the order of the
 *   blocks; `written` has the accounts that it writes
 */
export function noteSettlements(ledger, { programId }) {
  const program = parseAddress(programId);
  const notes = [];
  const stop = ledger.listen({
    onTransaction({ slot, transaction: { message }, accountKeys, execution }) {
      const settles = ({ programIndex, data }) => SETTLING_TAGS.has(data[0]) && equalBytes(message.staticKeys[programIndex], program);
      const settling = message.instructions.filter(settles);
      if (settling.length === 0) return;
      notes.push({
        slot: Number(slot),
        rounds: execution.err === null ? settling.length : 0,
        units: Number(execution.unitsConsumed),
        written: accountKeys.filter(({ writable }) => writable).map(({ address }) => formatAddress(address)),
      });
    },
  });
  return { notes, stop };
}
