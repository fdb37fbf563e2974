import { LedgerUnavailableError, MAX_STATUS_SIGNATURES, type LedgerSender, type TransactionStatus } from '@oracle-gateway/ledger';

/** The outcome of one round's transactions in the ledger's history. */
export type LandingInHistory =
  /** One transaction settled the round, at `finalized`. */
  | { readonly kind: 'landed'; readonly signature: string; readonly slot: number }
  /** No transaction settled the round. */
  | { readonly kind: 'none' }
  /** The server does not answer, or has no history. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Finds old transactions: a server forgets a status within minutes, and a receipt may be closed. */
export interface SignatureHistory {
  /** Requests of one moment share a call for each 256 signatures. A missing answer is `unknown`, never an error. */
  landingOf(signatures: readonly string[]): Promise<LandingInHistory>;
}

interface Answers {
  readonly statuses: ReadonlyMap<string, TransactionStatus>;
  readonly failure: string | null;
}

/** `sender` must report `succeeded` for final transactions only. */
export function createSignatureHistory({ sender }: { readonly sender: Pick<LedgerSender, 'statuses'> }): SignatureHistory {
  let open: { readonly signatures: Set<string>; readonly answers: Promise<Answers> } | null = null;

  const begin = (): NonNullable<typeof open> => {
    const signatures = new Set<string>();
    const answers = Promise.resolve().then(() => {
      open = null;
      return readAll(sender, [...signatures]);
    });
    return { signatures, answers };
  };

  return {
    async landingOf(signatures) {
      open ??= begin();
      for (const signature of signatures) open.signatures.add(signature);
      const { statuses, failure } = await open.answers;
      for (const signature of signatures) {
        const status = statuses.get(signature);
        if (status?.kind === 'succeeded') return { kind: 'landed', signature, slot: status.slot };
      }
      if (signatures.every((signature) => statuses.has(signature))) return { kind: 'none' };
      return { kind: 'unknown', reason: failure ?? 'no answer' };
    },
  };
}

/** Stops at the first page without an answer: the server has no history, or is busy. */
async function readAll(sender: Pick<LedgerSender, 'statuses'>, signatures: readonly string[]): Promise<Answers> {
  const statuses = new Map<string, TransactionStatus>();
  for (let start = 0; start < signatures.length; start += MAX_STATUS_SIGNATURES) {
    const page = signatures.slice(start, start + MAX_STATUS_SIGNATURES);
    try {
      const answered = await sender.statuses(page, { searchHistory: true });
      page.forEach((signature, index) => statuses.set(signature, answered[index] ?? { kind: 'unseen' }));
    } catch (error) {
      if (!(error instanceof LedgerUnavailableError)) throw error;
      return { statuses, failure: error.message };
    }
  }
  return { statuses, failure: null };
}
