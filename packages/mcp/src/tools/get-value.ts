import { type Account, type Client, type Round, UnknownOutcomeError } from '@oracle-gateway/client';
import { ApiConfigSchema, RoundAnswer } from '@oracle-gateway/gateway-api';
import { Type } from '@sinclair/typebox';

import type { AskedRounds } from './asked-rounds.js';
import { type ToolSource, readToolSource, sourceInput } from './asked-source.js';
import { spendingOutput, type ShowSpending } from './spending-output.js';
import { defineTool, type Tool } from './tool.js';
import { valueOutput, verifiedValue } from './verified-value.js';

export interface GetValueDeps {
  readonly client: Pick<Client, 'round' | 'provider' | 'defaultQuorum'>;
  readonly account: Pick<Account, 'feedOwner'>;
  readonly rounds: AskedRounds;
  readonly showSpending: ShowSpending;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

const Output = Type.Object(
  {
    verified: Type.Literal(true, { description: 'this server verified the signature with the node keys on the ledger' }),
    ...valueOutput,
    roundId: RoundAnswer.properties.data.properties.roundId,
    source: Type.Object(ApiConfigSchema.properties, { additionalProperties: false, description: 'what the nodes asked' }),
    spending: spendingOutput,
  },
  { additionalProperties: false },
);

export function getValue(deps: GetValueDeps): Tool {
  return defineTool({
    name: 'get_value',
    title: 'Get a verified value',
    description:
      'Has a quorum of independent nodes fetch one number from an HTTP source and sign it together. The signature is verified with the keys on the ledger before the value is shown. Costs one round, within the limits that get_budget shows. Try simulate_source first for a source of your own.',
    input: Type.Object(
      {
        ...sourceInput,
        paymentId: Type.Optional(
          Type.String({
            pattern: '^[A-Za-z0-9_-]{16,128}$',
            description: 'only after an unknown outcome that named one: goes on with that payment, for the same source and quorum',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    output: Output,
    isPaid: true,
    async run(input, signal) {
      const asked = await readToolSource(deps.client, input);
      const { paymentId } = input;
      const round = await ask(deps, asked, { signal, ...(paymentId === undefined ? {} : { paymentId }) });
      const { source } = asked;
      return {
        verified: true as const,
        ...verifiedValue(round, deps.clock()),
        roundId: round.roundId,
        source,
        spending: await deps.showSpending(),
      };
    },
  });
}

async function ask(
  { client, account, rounds, clock }: GetValueDeps,
  { source, quorum }: ToolSource,
  options: { readonly signal: AbortSignal; readonly paymentId?: string },
): Promise<Round> {
  const askedAtMs = clock();
  const remember = (roundId: string): void => rounds.set(roundId, { source, quorum, owner: account.feedOwner, askedAtMs });
  try {
    const round = await client.round(source, { quorum, ...options });
    remember(round.roundId);
    return round;
  } catch (error) {
    // get_round verifies what became of it.
    if (error instanceof UnknownOutcomeError && error.roundId !== undefined) remember(error.roundId);
    throw error;
  }
}
