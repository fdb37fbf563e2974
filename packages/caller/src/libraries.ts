import type * as clientModule from '@oracle-gateway/client';
import type * as payPerRequestModule from '@oracle-gateway/client/x402';

/** The modules of the client, loaded when they are needed: the command starts faster without. */
export interface Libraries {
  client(): Promise<ClientLibrary>;
  payPerRequest(): Promise<PayPerRequestLibrary>;
}

export type ClientLibrary = Pick<
  typeof clientModule,
  | 'createClient'
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
>;
export type PayPerRequestLibrary = Pick<typeof payPerRequestModule, 'payPerRequest'>;
