/** What the command's exit codes mean, for scripts. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  declined: 4,
  unknown: 5,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

export const EXIT_CODE_MEANINGS: readonly (readonly [code: ExitCode, meaning: string])[] = [
  [EXIT_CODES.done, 'done and confirmed, or already so'],
  [
    EXIT_CODES.failed,
    'failed and changed nothing: no answer from the RPC server, or the transaction did not land before its time was over',
  ],
  [EXIT_CODES.usage, 'wrong usage: a flag is unknown, missing or breaks its rule, or a file that it names does'],
  [EXIT_CODES.refused, 'not possible as things stand on the ledger, or refused by the program'],
  [EXIT_CODES.declined, 'the question was not answered with yes; nothing was sent'],
  [EXIT_CODES.unknown, 'sent, and whether it landed could not be found out: the signature is printed'],
];
