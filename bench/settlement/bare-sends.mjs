import { readFile } from 'node:fs/promises';
import { instructions, settleComputeUnits } from '@oracle-gateway/ledger';
import { connectRedis, createOutbox } from '@oracle-gateway/outbox';
import { parseAddress, unixSeconds, roundAddressBump } from '@oracle-gateway/protocol';
import { ComputeBudgetProgram, Connection, Keypair, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';

/** Transactions under way at once, as many as a worker has. */
const AT_ONCE = 64;
/** Milliseconds for which a worker uses one blockhash. */
const BLOCKHASH_MS = 2_000;

/**
 * Signs one settlement for each round and sends it, with web3.js alone: no claim, no record, no check of what became of it.
 *
 * @returns {Promise<number>} milliseconds from the first signature to the last answer
 */
export async function sendSingly({ manifest, workerConfigPath, roundIds }) {
  const [, keypairPath] = /gateway_keypair_path = "([^"]+)"/.exec(await readFile(workerConfigPath, 'utf8')) ?? [];
  const gateway = Keypair.fromSecretKey(Uint8Array.from(JSON.parse(await readFile(keypairPath, 'utf8'))));
  const settlements = await readSettlements(manifest, roundIds);
  const connection = new Connection(manifest.rpcUrl, 'confirmed');
  let blockhash;
  let fetchedMs = -Infinity;
  const startMs = performance.now();
  const send = async () => {
    for (let next = settlements.pop(); next !== undefined; next = settlements.pop()) {
      if (performance.now() - fetchedMs > BLOCKHASH_MS) {
        fetchedMs = performance.now();
        blockhash = connection.getLatestBlockhash();
      }
      const transaction = new Transaction({ feePayer: gateway.publicKey, ...(await blockhash) });
      transaction.add(ComputeBudgetProgram.setComputeUnitLimit({ units: next.units }), next.instruction);
      transaction.sign(gateway);
      await connection.sendRawTransaction(transaction.serialize());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  return performance.now() - startMs;
}

/** Keys and addresses are derived before the clock runs. */
async function readSettlements(manifest, roundIds) {
  const redis = connectRedis(manifest.redisUrl);
  const gateway = parseAddress(manifest.gatewayPda);
  const outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60 });
  try {
    return await Promise.all(roundIds.map(async (roundId) => toSettlement(manifest, roundId, (await outbox.read(roundId)).payload)));
  } finally {
    redis.disconnect();
  }
}

function toSettlement(manifest, roundId, payload) {
  const receipt = parseAddress(roundId);
  const { feedOwner, subscriptionOwner } = payload.charge;
  const round = {
    ...payload,
    programId: parseAddress(manifest.programId),
    feedOwner,
    receipt,
    timestampSeconds: unixSeconds(payload.timestampSeconds),
  };
  const { programId, accounts, data } = instructions.settleRound({
    ...round,
    gateway: parseAddress(manifest.gatewayPda),
    gatewayAuthority: parseAddress(manifest.gatewayAuthority),
    subscriptionOwner,
    keyForm: { form: 'sum', aggregateKey: payload.aggregateKey },
  });
  const keys = accounts.map(({ address, signer, writable }) => ({
    pubkey: new PublicKey(address),
    isSigner: signer,
    isWritable: writable,
  }));
  return {
    instruction: new TransactionInstruction({ programId: new PublicKey(programId), keys, data: Buffer.from(data) }),
    units: settleComputeUnits(round.signaturesRequired, roundAddressBump(receipt, round)),
  };
}
