import { formatAddress } from './address.js';
import { accountFilter } from './account-filters.js';
import { accountForm, accountJson } from './account-json.js';
import type { JsonOutput } from './json-output.js';
import type { LedgerListener, LocalLedger } from './ledger.js';
import { withContext } from './methods/rpc-method.js';
import { invalidParam } from './rpc-error.js';
import { addressOf, addressParam, flagOption, isRecord, optionsParam, signatureOf, type RpcParams } from './rpc-params.js';
import type { LandedTransaction } from './transaction-log.js';

export interface Subscriber {
  readonly notify: (result: JsonOutput) => void;
  /** Ends a subscription that notifies once. */
  readonly end: () => void;
}

/** Starts a subscription. The first notification comes with the next event: a client cannot place one that arrives with its number. */
export type Subscription = (subscriber: Subscriber) => LedgerListener;

/** Checks the parameters; throws RpcError -32602. */
export type Subscribe = (ledger: LocalLedger, params: RpcParams) => Subscription;

/** One entry per notification: `accountNotification` is ordered by `accountSubscribe` and ended by `accountUnsubscribe`. */
export const subscriptionKinds: Readonly<Record<string, Subscribe>> = {
  /** Notifies once. For a landed transaction, it notifies at the next slot, as a validator does. */
  signature: (ledger, params) => {
    const signature = signatureOf(params[0], 'parameter 0');
    const received = flagOption(optionsParam(params, 1, ledger.clock.slot), 'enableReceivedNotification');
    return ({ notify, end }) => {
      const tell = (landed: LandedTransaction | undefined): void => {
        if (landed === undefined) return;
        if (received) notify(withContext(ledger, 'receivedSignature'));
        notify(withContext(ledger, { err: landed.execution.err }));
        end();
      };
      return {
        onTransaction: (landed) => {
          if (landed.transaction.signature === signature) tell(landed);
        },
        onSlot: () => {
          tell(ledger.transactions.find(signature));
        },
      };
    };
  },
  account: (ledger, params) => {
    const address = addressParam(params, 0);
    const form = accountForm(optionsParam(params, 1, ledger.clock.slot));
    const text = formatAddress(address);
    return ({ notify }) => ({
      onTransaction: (landed) => {
        if (!writtenAddresses(landed).includes(text)) return;
        const account = accountJson(ledger.account(address), form, (key) => ledger.account(key));
        // A closed account appears empty, not as null: the clients' decoders expect an account.
        notify(withContext(ledger, account ?? CLOSED_ACCOUNT));
      },
    });
  },
  program: (ledger, params) => {
    const program = formatAddress(addressParam(params, 0));
    const options = optionsParam(params, 1, ledger.clock.slot);
    const [form, matches] = [accountForm(options), accountFilter(options)];
    return ({ notify }) => ({
      onTransaction: (landed) => {
        for (const pubkey of writtenAddresses(landed)) {
          const account = ledger.account(addressOf(pubkey, 'address'));
          if (account === null || formatAddress(account.owner) !== program || !matches(account)) continue;
          notify(withContext(ledger, { pubkey, account: accountJson(account, form, (key) => ledger.account(key)) }));
        }
      },
    });
  },
  logs: (ledger, params) => {
    const mentioned = mentionedAddress(params[0]);
    return ({ notify }) => ({
      onTransaction: ({ transaction, execution, accountKeys }) => {
        const wanted = mentioned === null || accountKeys.some(({ address }) => formatAddress(address) === mentioned);
        if (wanted) notify(withContext(ledger, { signature: transaction.signature, err: execution.err, logs: execution.logs }));
      },
    });
  },
  slot:
    () =>
    ({ notify }) => ({
      onSlot: (slot) => {
        notify({ slot, parent: slot - 1n, root: slot - 1n });
      },
    }),
  root:
    () =>
    ({ notify }) => ({
      onSlot: (slot) => {
        notify(slot - 1n);
      },
    }),
};

const CLOSED_ACCOUNT: JsonOutput = {
  lamports: 0,
  owner: '11111111111111111111111111111111',
  executable: false,
  rentEpoch: 0,
  space: 0,
  data: ['', 'base64'],
};

function writtenAddresses({ accountKeys }: LandedTransaction): string[] {
  return accountKeys.filter(({ writable }) => writable).map(({ address }) => formatAddress(address));
}

/** Null for all transactions. */
function mentionedAddress(filter: unknown): string | null {
  if (filter === 'all' || filter === 'allWithVotes') return null;
  const mentions: unknown = isRecord(filter) ? filter['mentions'] : undefined;
  if (!Array.isArray(mentions) || mentions.length !== 1)
    throw invalidParam('parameter 0 must be "all", "allWithVotes" or { mentions: [address] }');
  return formatAddress(addressOf(mentions[0], 'mentions'));
}
