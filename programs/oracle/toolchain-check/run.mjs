// Compares digests of the host with digests of the chain: run.mjs [SEEDS] [ROUNDS], by default 200 and 8.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { address, getTransactionDecoder, lamports } from '@solana/kit';
import { ComputeBudgetProgram, Keypair, Transaction, TransactionInstruction } from '@solana/web3.js';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';

const COMPUTE_UNITS = 1_400_000;
const PRIME = 2_654_435_761;
const here = import.meta.dirname;

function hostDigests(cases) {
  const cargo = ['run', '--quiet', '--release', '--manifest-path', join(here, 'Cargo.toml'), '--example', 'digest', '--'];
  const names = cases.map(({ seed, rounds }) => `${seed}:${rounds}`);
  return execFileSync('cargo', [...cargo, ...names], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

function chainDigests(program, cases) {
  const svm = new LiteSVM();
  const payer = Keypair.generate();
  const programId = Keypair.generate().publicKey;
  svm.airdrop(address(payer.publicKey.toBase58()), lamports(100_000_000_000n));
  svm.addProgram(address(programId.toBase58()), program);
  return cases.map(({ seed, rounds }) => {
    const data = Buffer.alloc(16);
    data.writeBigUInt64LE(BigInt(seed), 0);
    data.writeBigUInt64LE(BigInt(rounds), 8);
    const transaction = new Transaction().add(
      ComputeBudgetProgram.setComputeUnitLimit({ units: COMPUTE_UNITS }),
      new TransactionInstruction({ programId, keys: [], data }),
    );
    transaction.recentBlockhash = svm.latestBlockhash();
    transaction.feePayer = payer.publicKey;
    transaction.sign(payer);
    const result = svm.sendTransaction(getTransactionDecoder().decode(transaction.serialize()));
    svm.expireBlockhash();
    if (result instanceof FailedTransactionMetadata) return `${result.toString()}: ${result.meta().logs().join(' | ')}`;
    // The runtime drops zero bytes at the end of return data.
    const returned = Buffer.concat([Buffer.from(result.returnData().data()), Buffer.alloc(8)]);
    return returned.readBigUInt64LE(0).toString(16).padStart(16, '0');
  });
}

const [seeds = '200', rounds = '8'] = process.argv.slice(2);
const cases = Array.from({ length: Number(seeds) }, (_, index) => ({ seed: index * PRIME + 1, rounds: Number(rounds) }));
const built = mkdtempSync(join(tmpdir(), 'toolchain-check-'));
try {
  execFileSync(join(here, '../build.sh'), ['--crate', 'toolchain-check', built], { stdio: ['ignore', 'ignore', 'inherit'] });
  const expected = hostDigests(cases);
  const found = chainDigests(readFileSync(join(built, 'toolchain_check.so')), cases);
  const different = cases.filter((_, index) => found[index] !== expected[index]);
  console.log(`${cases.length - different.length} of ${cases.length} digests are those of the host`);
  for (const { seed } of different.slice(0, 3)) console.log(`  seed ${seed}: ${found[cases.findIndex((one) => one.seed === seed)]}`);
  if (different.length > 0) process.exitCode = 1;
} finally {
  rmSync(built, { recursive: true, force: true });
}
