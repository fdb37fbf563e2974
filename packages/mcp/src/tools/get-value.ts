import { type Account, type Client, type RoundOptions, type AnsweredRound, UnknownOutcomeError } from '@oracle-gateway/client';
import { RoundAnswer } from '@oracle-gateway/gateway-api';
import { Type } from '@sinclair/typebox';

import type { AskedRounds } from './asked-rounds.js';
import {
  listInput,
  readToolList,
  readToolSource,
  shownSource,
  sourceInput,
  sourceOutput,
  type ToolList,
  type ToolSource,
} from './asked-source.js';
import { spendingOutput, type ShowSpending } from './spending-output.js';
import { defineTool, type Tool } from './tool.js';
import { valueOutput, valuesOutput, verifiedValue, verifiedValues } from './verified-value.js';

export interface GetValueDeps {
  readonly client: Pick<Client, 'round' | 'values' | 'provider' | 'defaultQuorum'>;
  readonly account: Pick<Account, 'feedOwner'>;
  readonly rounds: AskedRounds;
  readonly showSpending: ShowSpending;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

const roundOutput = {
  verified: Type.Literal(true, { description: 'this server verified the signature with the node keys on the ledger' }),
  roundId: RoundAnswer.properties.data.properties.roundId,
  spending: spendingOutput,
};

const ValueOutput = Type.Object({ ...valueOutput, ...roundOutput, source: sourceOutput }, { additionalProperties: false });

const ValuesOutput = Type.Object({ ...valuesOutput, ...roundOutput, sources: Type.Array(sourceOutput) }, { additionalProperties: false });

const paymentInput = {
  paymentId: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{16,128}$',
      description: 'only after an unknown outcome that named one: goes on with that payment, for the same arguments',
    }),
  ),
};

export function getValue(deps: GetValueDeps): Tool {
  return defineTool({
    name: 'get_value',
    title: 'Get a verified value',
    description:
      'Has a quorum of independent nodes fetch one number from an HTTP source and sign it together. The signature is verified with the keys on the ledger before the value is shown. Costs one round within the limits that get_budget shows, and of a subscription an index costs one for each source. Try simulate_source first for a source of your own.',
    input: Type.Object({ ...sourceInput, ...paymentInput }, { additionalProperties: false }),
    output: ValueOutput,
    isPaid: true,
    async run({ paymentId, ...input }, signal) {
      const asked = await readToolSource(deps.client, input);
      const { source, quorum } = asked;
      const round = await remembered(deps, asked, () => deps.client.round(source, optionsOf(quorum, signal, paymentId)));
      return {
        verified: true as const,
        ...verifiedValue(round, deps.clock()),
        roundId: round.roundId,
        source: shownSource(source),
        spending: await deps.showSpending(),
      };
    },
  });
}

export function getValues(deps: GetValueDeps): Tool {
  return defineTool({
    name: 'get_values',
    title: 'Get verified values of several sources',
    description:
      'Does the same as get_value for 2 to 32 sources in one round, under one signature. Faster than one call for each, and all values are of one moment. Costs one payment, or of a subscription one round for each source. A source without a value has null where minValues allows it.',
    input: Type.Object({ ...listInput, ...paymentInput }, { additionalProperties: false }),
    output: ValuesOutput,
    isPaid: true,
    async run({ paymentId, ...input }, signal) {
      const asked = await readToolList(deps.client, input);
      const { sources, minValues, quorum } = asked;
      const options = { ...optionsOf(quorum, signal, paymentId), minValues };
      const round = await remembered(deps, asked, () => deps.client.values(sources, options));
      return {
        verified: true as const,
        ...verifiedValues(round, deps.clock()),
        roundId: round.roundId,
        sources: [...sources],
        spending: await deps.showSpending(),
      };
    },
  });
}

function optionsOf(
  quorum: number,
  signal: AbortSignal,
  paymentId: string | undefined,
): Pick<RoundOptions, 'quorum' | 'signal' | 'paymentId'> {
  return { quorum, signal, ...(paymentId === undefined ? {} : { paymentId }) };
}

/** Asks, and remembers what was asked for. */
async function remembered<R extends AnsweredRound>(
  { account, rounds, clock }: GetValueDeps,
  asked: ToolSource | ToolList,
  ask: () => Promise<R>,
): Promise<R> {
  const askedAtMs = clock();
  const remember = (roundId: string): void => rounds.set(roundId, { asked, owner: account.feedOwner, askedAtMs });
  try {
    const round = await ask();
    remember(round.roundId);
    return round;
  } catch (error) {
    // get_round verifies what became of it.
    if (error instanceof UnknownOutcomeError && error.roundId !== undefined) remember(error.roundId);
    throw error;
  }
}
