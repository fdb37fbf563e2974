import { defaultQuorum, toHex } from '@oracle-gateway/protocol';
import { type Subject, subjectMembers } from '@oracle-gateway/protocol/internal';
import { ClientUsageError } from '../base/errors.js';
import { quorumIn } from '../base/source.js';
import type { AccountIo, RoundDraft } from './account.js';

/** Seconds for which sealed secrets serve: as long as a round may be retried, and clocks may differ. */
const SECRETS_LIFE_SECONDS = 900;

export interface DraftInput {
  readonly subject: Subject;
  readonly quorum?: number | undefined;
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** Whom the secrets serve, base58. */
  readonly secretsOwner?: string | undefined;
  /** Keep what the nodes observed with the result of a list. */
  readonly evidence?: boolean | undefined;
  readonly paymentId?: string | undefined;
  readonly resume?: string | undefined;
  readonly onIdempotencyKey?: ((key: string) => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Builds the request for a round of a subject: the quorum of the ledger's registry, the secrets sealed for the keys that the ledger
 * has of the registry's nodes. The gateway has a say in none of it.
 *
 * @throws ClientUsageError that names the member and the rule
 */
export async function draftRound(deps: Pick<AccountIo, 'ledger' | 'clock'>, input: DraftInput): Promise<RoundDraft> {
  const { subject, secrets, signal, paymentId, resume, onIdempotencyKey } = input;
  if (paymentId !== undefined && !/^[\w-]{16,128}$/.test(paymentId))
    throw new ClientUsageError('paymentId', 'must have 16 to 128 characters of A-Z, a-z, 0-9, _ and -');
  if (resume !== undefined && !/^[\w-]{1,128}$/.test(resume))
    throw new ClientUsageError('resume', 'must be an idempotency key of the account');
  const { registry } = await deps.ledger.current(signal);
  const draft: RoundDraft = {
    subject,
    quorum: quorumIn(input.quorum ?? defaultQuorum(registry, subject)),
    members: { ...subjectMembers(subject), ...(input.evidence === true ? { evidence: true } : {}) },
    paymentId,
    resume,
    onIdempotencyKey,
    ...(signal === undefined ? {} : { signal }),
  };
  if (secrets === undefined) return draft;
  const keys = await deps.ledger.nodeKeys(registry, signal);
  const nodes = keys.map(({ index, encryptionKey }) => ({ index, encryptionPublicKey: toHex(encryptionKey) }));
  const notAfter = Math.floor(deps.clock.now() / 1000) + SECRETS_LIFE_SECONDS;
  const owner = input.secretsOwner === undefined ? {} : { owner: input.secretsOwner };

  const { sealFor } = await import('./seal-for.js');
  try {
    return { ...draft, members: { ...draft.members, ...sealFor(subject, { nodes, secrets, notAfter, ...owner }) } };
  } catch (error) {
    throw new ClientUsageError('secrets', error instanceof Error ? error.message : 'could not be sealed', { cause: error });
  }
}
