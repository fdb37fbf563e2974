import type { BuiltTransaction } from '@oracle-gateway/ledger';
import type { SettlementLedger } from '../../src/settlement-ledger.js';

type LedgerScript = Partial<SettlementLedger['reader'] & SettlementLedger['sender']>;

const unexpected = (method: string) => (): never => {
  throw new Error(`unexpected call of ${method}`);
};

/** A ledger that answers what the test scripted and throws on every other call. */
export function fakeLedger(script: LedgerScript): SettlementLedger {
  return {
    reader: {
      config: script.config ?? unexpected('config'),
      receipt: script.receipt ?? unexpected('receipt'),
      subscription: script.subscription ?? unexpected('subscription'),
      clockSeconds: script.clockSeconds ?? unexpected('clockSeconds'),
    },
    sender: {
      build: script.build ?? unexpected('build'),
      broadcast: script.broadcast ?? unexpected('broadcast'),
      status: script.status ?? unexpected('status'),
      isBlockhashExpired: script.isBlockhashExpired ?? unexpected('isBlockhashExpired'),
    },
  };
}

/** A transaction of which only the name matters. */
export function sampleTransaction(letter: string, lastValidBlockHeight = 150): BuiltTransaction {
  return { signature: letter.repeat(88), wire: new Uint8Array([1]), lastValidBlockHeight };
}
