import { ContractError, createParser } from '@oracle-gateway/contract';
import { type Static, Type } from '@sinclair/typebox';
import { ProviderError } from './provider-error.js';

const closed = { additionalProperties: false } as const;

const page = {
  page: Type.String({
    pattern: '^https://[^/?#@\\s]+(/\\S*)?$',
    maxLength: 2_048,
    title: 'an https URL',
    description: "the provider's own page",
  }),
  date: Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$', title: 'a date such as 2026-11-26' }),
  dateOf: Type.Union([Type.Literal('page'), Type.Literal('reading'), Type.Literal('writing')], {
    description:
      'page: its own date; reading: the day on which a copy without a date was read; writing: the day on which this file was written',
  }),
};

/** JSON Schema of the answers of a provider's feeds, which are tried with their selectors. */
export const FeedAnswersSchema = Type.Object(
  {
    form: Type.Object(
      {
        how: Type.Union([Type.Literal('recorded'), Type.Literal('page')], {
          description: 'recorded: an answer of the source was kept; page: its form is what the page says',
        }),
        ...page,
      },
      { ...closed, description: 'where the form of the answers is from' },
    ),
    terms: Type.Object(page, { ...closed, description: 'the page with the terms' }),
    cache: Type.Optional(
      Type.Object(
        {
          seconds: Type.Integer({
            minimum: 0,
            maximum: 86_400,
            description: 'the longest age of an answer from a cache before the source',
          }),
          ...page,
        },
        { ...closed, description: 'where a page of the provider says how long a cache keeps an answer' },
      ),
    ),
    answers: Type.Array(
      Type.Object(
        {
          feed: Type.String({ minLength: 1, maxLength: 64, description: 'id of the feed' }),
          url: Type.String({ minLength: 1, maxLength: 2_048, description: 'the source, as the apiConfig of the feed names it' }),
          request: Type.Optional(Type.String({ minLength: 1, maxLength: 8_192, description: 'the body that the source is sent, if any' })),
          value: Type.String({ minLength: 1, maxLength: 128, description: '`data.value` in the answer of a round' }),
          body: Type.Unknown({ description: "the JSON of the source's answer" }),
        },
        closed,
      ),
      { minItems: 1, maxItems: 512, description: 'one for each feed of each flow' },
    ),
  },
  closed,
);

/** Answers of a provider's sources, for tests without a network. */
export type FeedAnswers = Readonly<Static<typeof FeedAnswersSchema>>;

/** Answer of a source to one feed. */
export type FeedAnswer = Readonly<FeedAnswers['answers'][number]>;

const parseShape = createParser(FeedAnswersSchema, { root: 'the file' });

/** Parses the JSON of a file of answers. @throws ProviderError with the first field that breaks a rule, and the rule. */
export function parseAnswers(plain: unknown): FeedAnswers {
  try {
    return parseShape(plain);
  } catch (error) {
    throw error instanceof ContractError ? new ProviderError(error.field, error.rule) : error;
  }
}
