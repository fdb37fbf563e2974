import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administer, carryOutChange, planRegisterGateway, planSubscribe } from '@oracle-gateway/admin';
import { signerFromSecretKey } from '@oracle-gateway/ledger';
import { addGenesisProgram, createLocalLedger, mintTo, serveLedgerRpc } from '@oracle-gateway/litesvm-rpc';
import { parseAddress } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { Keypair } from '@solana/web3.js';
import { startBuiltWorld } from '../world/built-world.mjs';

const PROGRAM = new URL('../../programs/oracle/artifacts/oracle_program.so', import.meta.url);
const SOL = 1_000_000_000n;
const LAMPORTS = 100_000n * SOL;
const SUBSCRIPTION_ROUNDS = 100_000n;
const SUBSCRIPTION_TOKENS = 10n ** 15n;
const SUBSCRIPTION_SECONDS = 86_400;
/** Registrations at once: each waits for its confirmation. */
const LANES = 16;

/**
 * A world on a ledger of this process, with the key that administers it. The program is the built one, in LiteSVM.
 *
 * @param {import('@oracle-gateway/litesvm-rpc').LocalLedgerOptions} [options] of the ledger, such as `blockLimits`
 */
export async function startWorldOnOwnLedger(options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-ledger-'));
  const ledger = createLocalLedger(options);
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

  const programId = parseAddress(manifest.programId);
  const actingAs = (key) => administer({ programId, server: { rpcUrl: rpc.rpcUrl }, signer: signerFromSecretKey(key.secretKey) });
  const carryOut = async (acting, plan) => {
    const outcome = await carryOutChange(acting, plan);
    if (outcome.kind !== 'done') throw new Error(`a transaction of the set-up did not land: ${outcome.kind}`);
  };

  return {
    ledger,
    world,
    /** Tokens to pay with, and lamports for fees. */
    fund(owner, amountAtomic = SUBSCRIPTION_TOKENS) {
      ledger.airdrop(owner, 10n * SOL);
      mintTo(ledger, { mintAuthority: administrator.secretKey, mint: manifest.usdcMint, owner, amountAtomic });
    },
    /** The key of a new owner with a subscription at the world's gateway. */
    async newOwner() {
      const owner = Keypair.generate();
      this.fund(owner.publicKey);
      const acting = actingAs(owner);
      const terms = {
        gateway: parseAddress(manifest.gatewayAuthority),
        maxSignatures: manifest.nodes.length,
        rounds: SUBSCRIPTION_ROUNDS,
        expiresAtSeconds: BigInt(Math.floor(Date.now() / 1_000) + SUBSCRIPTION_SECONDS),
      };
      await carryOut(acting, await planSubscribe(acting, terms));
      return [...owner.secretKey];
    },
    /** So many new gateways: the account of each, and its key. */
    async newGateways(count) {
      const acting = actingAs(administrator);
      const gateways = Array.from({ length: count }, () => Keypair.generate());
      const left = [...gateways];
      const lane = async () => {
        for (let key = left.pop(); key !== undefined; key = left.pop())
          await carryOut(acting, await planRegisterGateway(acting, { gatewayAuthority: parseAddress(key.publicKey.toBase58()) }));
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      return gateways.map(({ publicKey, secretKey }) => ({
        account: gatewayAddress(programId, parseAddress(publicKey.toBase58())),
        secretKey: [...secretKey],
      }));
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
