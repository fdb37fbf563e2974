import { type Client, createClient, type LedgerOptions, session, type Signer } from '@oracle-gateway/client';

/** Who asks, and the client that asks for it. */
export interface Identity {
  /** Name of the wallet. */
  readonly name: string;
  /** Public key, base58. */
  readonly address: string;
  readonly client: Client;
}

/** An identity whose key signs in once; the session is renewed when it has ended. Nothing is signed yet. */
export function identityOf(input: {
  readonly name: string;
  readonly signer: Signer;
  readonly gateway: string;
  readonly ledger: LedgerOptions;
}): Identity {
  const { name, signer, gateway, ledger } = input;
  return { name, address: signer.address, client: createClient({ gateway, ledger, account: session({ signer }) }) };
}
