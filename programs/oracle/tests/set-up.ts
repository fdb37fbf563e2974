/** Brings the program and its token onto a chain. */
import { SystemProgram, type Keypair, type PublicKey } from '@solana/web3.js';

import { namedKeypair, type Chain } from './chain.js';
import {
  administrator,
  BALANCE,
  configAddress,
  mint,
  mintKeypair,
  owner,
  programId,
  programKeypair,
  START,
  stranger,
  tokensOf,
} from './deployment.js';
import { createBuffer, deployBuffer, writeBuffer, type Deployment } from './loader.js';
import { associatedTokenAddress, createAssociatedTokenAccount, initialiseMint, MINT_LENGTH, mintTo, TOKEN_PROGRAM } from './token.js';

/** Deploys the program; its upgrade authority is the administrator. */
export function deploy(chain: Chain, program: Uint8Array): void {
  const buffer = namedKeypair('buffer');
  const deployment: Deployment = {
    program,
    payer: administrator.publicKey,
    buffer: buffer.publicKey,
    programId,
    upgradeAuthority: administrator.publicKey,
    rentFor: (length) => Number(chain.rentFor(length)),
  };
  chain.must(createBuffer(deployment), administrator, buffer);
  for (const write of writeBuffer(deployment)) chain.must(write, administrator);
  chain.must(deployBuffer(deployment), administrator, programKeypair);
  chain.nextSlot();
  chain.now = START;
}

/** A mint whose authority is the administrator. */
function createMint(chain: Chain, keypair: Keypair): void {
  const create = SystemProgram.createAccount({
    fromPubkey: administrator.publicKey,
    newAccountPubkey: keypair.publicKey,
    lamports: Number(chain.rentFor(MINT_LENGTH)),
    space: MINT_LENGTH,
    programId: TOKEN_PROGRAM,
  });
  chain.must([create, initialiseMint(keypair.publicKey, administrator.publicKey)], administrator, keypair);
}

/** The mint, the treasury, and a funded token account of the owner and of the stranger. */
export function createToken(chain: Chain): void {
  const payer = administrator.publicKey;
  createMint(chain, mintKeypair);
  chain.must(createAssociatedTokenAccount(payer, configAddress, mint), administrator);
  for (const { publicKey } of [owner, stranger]) {
    chain.must([createAssociatedTokenAccount(payer, publicKey, mint), mintTo(mint, tokensOf(publicKey), payer, BALANCE)], administrator);
  }
}

/** Another mint; the stranger holds some of its tokens. */
export function createOtherMint(chain: Chain): PublicKey {
  const otherMint = namedKeypair('other mint');
  createMint(chain, otherMint);
  chain.must(createAssociatedTokenAccount(stranger.publicKey, stranger.publicKey, otherMint.publicKey), stranger);
  const tokens = associatedTokenAddress(stranger.publicKey, otherMint.publicKey);
  chain.must(mintTo(otherMint.publicKey, tokens, administrator.publicKey, BALANCE), administrator);
  return otherMint.publicKey;
}
