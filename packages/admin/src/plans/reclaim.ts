import { createTransactionDraft, footprintOf, instructions, type LedgerInstruction } from '@oracle-gateway/ledger';
import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { CLOSE_MARGIN_SECONDS, equalBytes, REGISTRY_LIFE_SECONDS } from '@oracle-gateway/protocol/internal';
import { ACCOUNT_DISCRIMINATORS, decodeRegistry, decodeSignerSet } from '@oracle-gateway/protocol/accounts';

import { readClock, readConfig, readOwnAll, type AdminLedger } from '../admin-ledger.js';
import { alreadySo, change, type Plan } from '../plan.js';
import { formatLamports } from '../wording.js';

/** Upper bound of the compute units of one closing, so that the closings fit in one transaction. The quote gives the actual units. */
const CLOSE_UNITS = 15_000;

interface Closing {
  readonly what: string;
  readonly recipient: Address;
  readonly lamports: bigint;
  readonly instruction: LedgerInstruction;
}

/**
 * Closes registry versions and signer sets that no round settles against any more, as many as fit in one transaction. Accounts whose
 * lamports come to the signer go first. Any key may sign. Throws ProtocolNotInitialisedError, LedgerUnavailableError.
 */
export async function planReclaim(ledger: AdminLedger): Promise<Plan> {
  const { signer } = ledger;
  const closings = await readClosings(ledger);
  if (closings.length === 0) return alreadySo('no registry version or signer set is over');
  const isOwn = ({ recipient }: Closing): boolean => equalBytes(recipient, signer.address);
  const fitting = fitTogether(ledger, [...closings.filter(isOwn), ...closings.filter((closing) => !isOwn(closing))]);
  const later = closings.length - fitting.length;
  return change({
    effects: [
      ...fitting.map(({ what, recipient, lamports }) => `closes ${what}: ${formatLamports(lamports)} to ${formatAddress(recipient)}`),
      `${formatLamports(fitting.filter(isOwn).reduce((sum, { lamports }) => sum + lamports, 0n))} of this come back to the key`,
      ...(later === 0 ? [] : [`${later} more are left: repeat the command`]),
    ],
    instructions: fitting.map(({ instruction }) => instruction),
  });
}

async function readClosings(ledger: AdminLedger): Promise<readonly Closing[]> {
  const { programId } = ledger;
  const { authority } = await readConfig(ledger);
  const [clockSeconds, registries, signerSets] = await Promise.all([
    readClock(ledger),
    readOwnAll(ledger, ACCOUNT_DISCRIMINATORS.registry, decodeRegistry),
    readOwnAll(ledger, ACCOUNT_DISCRIMINATORS.signerSet, decodeSignerSet),
  ]);
  const inUse = new Set(
    registries.filter(({ acceptUntil }) => acceptUntil + CLOSE_MARGIN_SECONDS >= clockSeconds).map(({ version }) => version),
  );
  return [
    ...registries
      .filter(({ acceptUntil }) => acceptUntil + REGISTRY_LIFE_SECONDS + CLOSE_MARGIN_SECONDS < clockSeconds)
      .map(({ version, lamports }) => ({
        what: `registry version ${version}`,
        recipient: authority,
        lamports,
        instruction: instructions.closeRegistry({ programId, registryVersion: version, authority }),
      })),
    ...signerSets
      .filter(({ registryVersion }) => !inUse.has(registryVersion))
      .map(({ registryVersion, signers, signatures, payer: recipient, lamports }) => ({
        what: `a signer set of ${signatures} nodes in registry version ${registryVersion}`,
        recipient,
        lamports,
        instruction: instructions.closeSignerSet({ programId, registryVersion, signersBitmap: signers, recipient }),
      })),
  ];
}

function fitTogether({ signer, priorityFeeMicroLamports }: AdminLedger, closings: readonly Closing[]): readonly Closing[] {
  const draft = createTransactionDraft({ payer: signer.address, hasPrice: priorityFeeMicroLamports > 0n });
  return closings.filter(({ instruction }) => {
    const footprint = footprintOf(instruction, CLOSE_UNITS);
    if (draft.growthBy(footprint) === null) return false;
    draft.add(footprint);
    return true;
  });
}
