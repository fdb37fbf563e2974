import { describeRefusal, PROGRAM_ERRORS, TOKEN_ACCOUNT_FROZEN, type TransactionRefusal } from '@oracle-gateway/ledger';

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 600_000;

/** Delay after a refusal that is not about the round. */
export const ENVIRONMENT_RETRY_MS = 15_000;

/** Delay for a round whose window has passed and whose outcome is unknown; every sweep checks it earlier. */
export const UNKNOWN_OUTCOME_RETRY_MS = 600_000;

/** Delay until another worker may claim a round that was given back. */
export const GIVEN_BACK_RETRY_MS = 1_000;

/** Delay after a refusal: doubled each time, at most ten minutes. `attempts` counts the refusals before this one. */
export function retryAfterRefusalMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 30), LONGEST_RETRY_MS);
}

const PROGRAM_CODES: ReadonlySet<number> = new Set(PROGRAM_ERRORS.map(([code]) => code));

/** The gateway's authority was exchanged. Its rounds wait for a worker with the new key. */
const OTHER_KEY = 'WrongAuthority';

/** Errors of the program that are about the gateway, or about an unexpected version of the program. */
const NOT_OF_THE_ROUND: ReadonlySet<string> = new Set([
  OTHER_KEY,
  'InvalidInstruction',
  'WrongAccountCount',
  'MissingSignature',
  'NotWritable',
  'WrongProgram',
  'GatewayInactive',
]);

/** Errors of the program about a token account, the payer's or the recipient's. */
const OF_TOKENS: ReadonlySet<string> = new Set(['WrongTokenAccount', 'WrongMint']);

/** Whether the refusal may be about the recipient's account: it does not tell which of the two it means. */
export function isAboutTokens(refusal: TransactionRefusal): boolean {
  return refusal.kind === 'program' && (refusal.code === TOKEN_ACCOUNT_FROZEN || OF_TOKENS.has(refusal.name));
}

/** A server that lags behind does not have a new blockhash yet; a locked account is free in the next block. */
const TRANSIENT: ReadonlySet<string> = new Set(['BlockhashNotFound', 'AccountInUse']);

/**
 * Subject of a refusal. `round`: it uses up an attempt. `environment`: no lamports, an inactive gateway, an exchanged key, another program;
 * every round would be refused, so no round is blamed. `transient`: the same bytes are accepted later. `settled`: the receipt exists;
 * reading it confirms that.
 */
export type RefusalSubject = 'round' | 'environment' | 'transient' | 'settled';

export function subjectOf(refusal: TransactionRefusal): RefusalSubject {
  switch (refusal.kind) {
    case 'program':
      // A frozen escrow is about the round, after the recipient's account was checked (`isAboutTokens`).
      if (refusal.code === TOKEN_ACCOUNT_FROZEN) return 'round';
      if (!PROGRAM_CODES.has(refusal.code)) return 'environment';
      if (refusal.name === 'RoundAlreadySettled') return 'settled';
      return NOT_OF_THE_ROUND.has(refusal.name) ? 'environment' : 'round';
    case 'instruction':
      return 'round';
    case 'transaction':
      return TRANSIENT.has(refusal.error) ? 'transient' : 'environment';
  }
}

/** `ResultWithNegativeLamports` of the system program, with which it refuses to pay for an account. */
const NEGATIVE_LAMPORTS = 1;
const TOO_POOR: ReadonlySet<string> = new Set(['InsufficientFundsForFee', 'AccountNotFound']);

/**
 * Whether the payer cannot pay for the transaction. It pays all lamports of a settlement; for the tokens of an escrow the oracle
 * program has errors of its own.
 */
export function isLackOfLamports(refusal: TransactionRefusal): boolean {
  switch (refusal.kind) {
    case 'program':
      return refusal.code === NEGATIVE_LAMPORTS;
    case 'instruction':
      return false;
    case 'transaction':
      return TOO_POOR.has(refusal.error) || refusal.error.includes('InsufficientFundsForRent');
  }
}

/** One line for records and the log. */
export function reasonOf(refusal: TransactionRefusal): string {
  const described = describeRefusal(refusal);
  if (isLackOfLamports(refusal)) return `InsufficientLamports: its payer cannot pay for the settlement (${described})`;
  const isOtherKey = refusal.kind === 'program' && refusal.name === OTHER_KEY;
  return isOtherKey ? `the key that signed is no longer the authority of the gateway (${described})` : described;
}

/** A refusal as a metric label, of a bounded number of values. */
export function refusalLabel(refusal: TransactionRefusal): string {
  if (isLackOfLamports(refusal)) return 'InsufficientLamports';
  const isNamed = refusal.kind === 'program' && (PROGRAM_CODES.has(refusal.code) || refusal.code === TOKEN_ACCOUNT_FROZEN);
  return isNamed ? refusal.name : refusal.kind;
}
