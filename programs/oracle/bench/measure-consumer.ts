import type { TransactionInstruction } from '@solana/web3.js';

import { stranger } from '../tests/deployment.js';
import { Consumer, roundOfMarket, SOURCE_TEXT } from '../tests/consumer.js';
import { worldInUse } from '../tests/world.js';
import type { Measurement } from './measurement.js';

/** The example of a program that reads feeds, against a registry of five nodes, three of them signers. */
export function measureConsumer(program: Uint8Array): Measurement[] {
  const world = worldInUse(program);
  const round = roundOfMarket(world);
  const consumer = Consumer.open(world, round);
  world.chain.must(world.createSignerSet(round), stranger);
  // The first value makes the account, which is not what is measured.
  world.chain.must([world.showSource(round, SOURCE_TEXT), world.submit(round)], stranger);
  const submitAt = (milliseconds: bigint) =>
    world.submit(round, { timestampMs: round.timestampSeconds * 1_000n + milliseconds, keyForm: world.signerSet(round) });
  const sum = world.submit(round, { timestampMs: round.timestampSeconds * 1_000n + 4n });
  const measured = (name: string, ...instructions: readonly TransactionInstruction[]): Measurement => {
    const computeUnits = world.chain.must(instructions, stranger);
    return { name, computeUnits, dataBytes: instructions.reduce((bytes, { data }) => bytes + data.length, 0) };
  };
  return [
    measured('`read`: a feed account', consumer.read(round)),
    measured('`submit` and `read` in one transaction, signer set', submitAt(1n), consumer.read(round)),
    measured('`refresh`: `submit` by a call, then read; signer set', consumer.refresh(submitAt(2n))),
    measured('`verify`: a value that no account holds, signer set', consumer.verify(submitAt(3n))),
    measured('`verify`, sum of 3 keys', consumer.verify(sum)),
  ];
}
