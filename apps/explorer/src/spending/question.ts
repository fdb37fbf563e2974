import { formatMoney } from '@oracle-gateway/protocol/internal';

/** Question that the visitor answers before anything that costs is signed. */
export interface Question {
  readonly title: string;
  readonly lines: readonly string[];
  /** Name of the button that says yes. */
  readonly yes: string;
}

/** Resolves when the visitor says yes. @throws DeclinedError otherwise */
export type AskVisitor = (question: Question) => Promise<void>;

/** The visitor said no, or left: nothing was signed. */
export class DeclinedError extends Error {
  override readonly name = 'DeclinedError';
  constructor(message = 'nothing was signed, and nothing was paid') {
    super(message);
  }
}

/** The price of a round, as the ledger confirms it, beside the limit. */
export function priceQuestion(input: { readonly amount: bigint; readonly maxAmount: bigint; readonly from: string }): Question {
  const { amount, maxAmount, from } = input;
  return {
    title: `This round costs ${formatMoney(amount)}`,
    lines: [`It is taken from ${from}. Your limit is ${formatMoney(maxAmount)}.`, 'The wallet asks you to sign next.'],
    yes: 'Sign and pay',
  };
}
