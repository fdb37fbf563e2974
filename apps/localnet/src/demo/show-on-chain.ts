import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { evmListOf, evmRoundOf } from '@oracle-gateway/evm';
import { instructions } from '@oracle-gateway/ledger';
import { encodeRegistrySnapshot, formatAddress, unixSeconds } from '@oracle-gateway/protocol';
import { configAddress, decodeConfig, registryAddress, type RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { aggregatePublicKeys } from '@oracle-gateway/schnorr';

import { projectRoot } from '../base/project-root.js';
import type { DemoCaller, DemoContext } from './demo-context.js';
import { DemoFailure } from './demo-failure.js';
import { requireEvmVerdicts } from './evm-chain.js';
import { deployExampleProgram, type ExampleVerdict } from './example-program.js';
import { formatDuration, section } from './format.js';
import { readRegistrations } from './node-registrations.js';
import { readKeys, serveDemoRound, type DemoQuestion, type Served } from './serve-round.js';
import { serveDemoList } from './show-list.js';

/** Path in the repository. */
const EXAMPLE_PROGRAM = 'programs/consumer-example/artifacts/oracle_gateway_consumer_example.so';
/** Refusal of the crate `oracle-gateway-attestation`. */
const INVALID_ATTESTATION = 7109;
const MICRO = 1_000_000;

/** Shows one answer accepted by another Solana program and by an EVM contract, and refused by both with one bit changed. */
export async function showOnChain(context: DemoContext, caller: DemoCaller, question: DemoQuestion): Promise<void> {
  const served = await serveDemoRound(context, caller, question);
  const { registry, deploymentId } = await readKeys(context, served.round.registryVersion);
  const listed = await serveDemoList(context, caller, question.quorum);
  const read = listed.entries.slice(0, 2).flatMap(({ sourceId, value }) => (value === null ? [] : [{ sourceId, value }]));
  const { programId, transaction, microDollars } = await askExampleProgram(context, served, registry);
  const evmStartedAtMs = performance.now();
  const config = await context.ledger.read('protocol configuration', configAddress(context.programId), decodeConfig);
  const indices = registry.keys.flatMap((key, index) => (key === null ? [] : [index]));
  const signedAtSeconds = unixSeconds(served.round.timestampMs / 1_000);
  await requireEvmVerdicts({
    first: encodeRegistrySnapshot({
      deploymentId,
      signerVersion: registry.version,
      version: registry.version,
      oldestAcceptedVersion: config.oldestAcceptedVersion,
      signedAtSeconds,
      minSigners: registry.minSigners,
      keys: registry.keys,
    }),
    registrations: await readRegistrations(context.world.manifest.rpcUrl, context.programId, indices),
    round: evmRoundOf({ result: served.round.answer, registry, deploymentId }),
    list: { round: evmListOf({ result: listed.round.answer, registry, deploymentId }), owner: caller.feedOwner, read },
    nowSeconds: signedAtSeconds,
  });
  context.print(
    section('16. One answer on two chains', [
      ['answer', `${served.round.value}, asked for as before`],
      ['program', `${programId}, the example of programs/consumer-example`],
      ['transaction', transaction],
      ['accepted', `verified by the program, which answers ${Number(microDollars) / MICRO} US dollars`],
      ['refused', 'the same answer with one bit of the value changed'],
      ['contract', `OracleGateway of contracts/evm, in forge's EVM; ${formatDuration(performance.now() - evmStartedAtMs)}`],
      ['deployed', `with the proofs of ${indices.length} node keys, read from the ledger and checked again`],
      ['accepted', 'verified by the contract, with one ecrecover'],
      ['refused', 'the same answer with one bit of the value changed'],
      ['list', `${listed.entries.length} values stored by one updateMany of CrossConsumer; two of them read and compared`],
    ]),
  );
}

async function askExampleProgram(context: DemoContext, { asked, checked }: Served, registry: RegistryAccount) {
  const { world, programId } = context;
  const { attestation } = checked;
  const key = Uint8Array.from(world.manifest.keys.stranger);
  const keys = registry.keys.flatMap((publicKey, index) => (publicKey !== null && checked.signers.includes(index) ? [publicKey] : []));
  const submitOf = (value: Uint8Array): Uint8Array =>
    instructions.submit({
      ...attestation,
      value,
      programId,
      payer: programId,
      feedOwner: asked.owner,
      timestampMs: BigInt(attestation.timestampMs),
      observedAtMs: BigInt(attestation.observedAtMs),
      registryCount: registry.keys.length,
      keyForm: { form: 'sum', aggregateKey: aggregatePublicKeys(keys) },
    }).data;
  const example = await deployExampleProgram({
    ledger: world.ledger,
    rpcUrl: world.manifest.rpcUrl,
    key,
    elf: await readFile(join(projectRoot(), EXAMPLE_PROGRAM)),
    oracle: programId,
    feedId: asked.feedId,
    accounts: [configAddress(programId), registryAddress(programId, registry.version)],
  });
  const verdict = await example.judge(submitOf(attestation.value));
  if (verdict.kind !== 'price') throw new DemoFailure(`the example program refuses the answer: ${verdict.code}`);
  const forged = attestation.value.map((byte, index) => (index === attestation.value.length - 1 ? byte ^ 1 : byte));
  requireInvalid(await example.judge(submitOf(forged)));
  const transaction = await example.verify(submitOf(attestation.value));
  return { programId: formatAddress(example.programId), transaction, microDollars: verdict.microDollars };
}

function requireInvalid(verdict: ExampleVerdict): void {
  if (verdict.kind === 'refused' && verdict.code === INVALID_ATTESTATION) return;
  throw new DemoFailure(`the example program did not refuse a changed value: ${verdict.kind}`);
}
