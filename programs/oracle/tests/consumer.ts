/** The example of a program that reads feeds, beside the oracle program: a market, and the instructions that use it. */
import { readFileSync } from 'node:fs';

import { SystemProgram, TransactionInstruction, type AccountMeta, type PublicKey } from '@solana/web3.js';

import { consumerExampleArtifactPath } from '../artifact.js';
import { concat, u8 } from './bytes.js';
import { namedKeypair, type Outcome } from './chain.js';
import { owner, programId, stranger } from './deployment.js';
import { readonly } from './instructions/instruction.js';
import { feedIdOf, keccak } from './signer.js';
import { feedAddress, type Round, type World } from './world.js';

/** Source text of the feed: without `aggregation`, so its values are exact. */
export const SOURCE_TEXT = concat('{"method":"GET","url":"https://api.example.com/v1/price?symbol=BTC"}');

const consumerId = namedKeypair('consumer program').publicKey;
const market = namedKeypair('market');
/** Oracle id, feed id, and the time of the last value that `verify` took. */
const MARKET_LENGTH = 72;
const TAGS = { open: 0, read: 1, refresh: 2, verify: 3 } as const;

/** A round of the feed that the market is for. */
export function roundOfMarket(world: World, changes: Partial<Round> = {}): Round {
  return world.round({ apiConfigHash: keccak(SOURCE_TEXT), ...changes });
}

/** The instructions of one market, which is open. */
export class Consumer {
  private constructor(private readonly world: World) {}

  /** Deploys the example and opens a market for the feed of `round`. */
  static open(world: World, round: Round = roundOfMarket(world), oracle: PublicKey = programId): Consumer {
    const { chain } = world;
    chain.addProgram(consumerId, readFileSync(consumerExampleArtifactPath));
    const create = SystemProgram.createAccount({
      fromPubkey: stranger.publicKey,
      newAccountPubkey: market.publicKey,
      lamports: Number(chain.rentFor(MARKET_LENGTH)),
      space: MARKET_LENGTH,
      programId: consumerId,
    });
    const feedId = feedIdOf({ ...round, owner: owner.publicKey.toBytes() });
    chain.must([create, openMarket(oracle, feedId)], stranger, market);
    return new Consumer(world);
  }

  openAgain(): TransactionInstruction {
    return openMarket(programId, new Uint8Array(32).fill(1));
  }

  read(round: Round, feed: PublicKey = feedAddress(round)): TransactionInstruction {
    return marketInstruction(TAGS.read, new Uint8Array(), [readonly(feed)]);
  }

  /** The value comes with `submit`. */
  refresh(submit: TransactionInstruction, oracle: PublicKey = programId): TransactionInstruction {
    return marketInstruction(TAGS.refresh, submit.data, [readonly(oracle), ...submit.keys]);
  }

  verify(submit: TransactionInstruction): TransactionInstruction {
    const [, config, registry, , , ...signerSet] = submit.keys;
    const instruction = marketInstruction(TAGS.verify, submit.data, [config!, registry!, ...signerSet]);
    instruction.keys[0]!.isWritable = true;
    return instruction;
  }

  send(...instructions: readonly TransactionInstruction[]): Outcome {
    return this.world.chain.send(instructions, stranger);
  }
}

function openMarket(oracle: PublicKey, feedId: Uint8Array): TransactionInstruction {
  const keys = [{ pubkey: market.publicKey, isSigner: true, isWritable: true }];
  return new TransactionInstruction({
    programId: consumerId,
    keys,
    data: Buffer.from(concat(u8(TAGS.open), oracle.toBytes(), feedId)),
  });
}

function marketInstruction(tag: number, data: Uint8Array, accounts: readonly AccountMeta[]): TransactionInstruction {
  const keys = [readonly(market.publicKey), ...accounts];
  return new TransactionInstruction({ programId: consumerId, keys, data: Buffer.from(concat(u8(tag), data)) });
}

export { market as marketKeypair };
