/** Exit codes of the command, for scripts. */
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
    'failed and changed nothing: no answer from the RPC server or from enough nodes, or the transaction did not land before its blockhash expired',
  ],
  [EXIT_CODES.usage, 'wrong usage: a flag is unknown, missing or breaks its rule, or its file breaks a rule'],
  [EXIT_CODES.refused, 'not possible in the present state of the ledger, refused by the program, or another program than the file'],
  [EXIT_CODES.declined, 'declined at the prompt; nothing was sent'],
  [EXIT_CODES.unknown, 'sent, with an unknown outcome: the signature is printed'],
];
