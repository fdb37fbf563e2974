import type * as clientModule from '@oracle-gateway/client';
import type * as payPerRequestModule from '@oracle-gateway/client/x402';

/** The modules of the client, loaded when they are needed: the command starts faster without. */
export interface Libraries {
  client(): Promise<ClientLibrary>;
  payPerRequest(): Promise<PayPerRequestLibrary>;
}

export interface ClientLibrary extends Pick<
  typeof clientModule,
  | 'keypairSigner'
  | 'owner'
  | 'delegate'
  | 'session'
  | 'agent'
  | 'keepRegistry'
  | 'verifyAnswer'
  | 'verifyListAnswer'
  | 'verifyFromLedger'
  | 'verifyValuesFromLedger'
> {
  /** A client that has a user tells of operations that end. */
  readonly createClient: (
    options: clientModule.ClientOptions & { readonly onDeprecated: clientModule.OnDeprecated },
  ) => clientModule.Client;
}
export type PayPerRequestLibrary = Pick<typeof payPerRequestModule, 'payPerRequest'>;
