/** A session that is open, as plain JSON: a later process may go on with it. The token is a credential; keep it as a password. */
export interface OpenSession {
  /** Base URL of the gateway that it is open at. */
  readonly gateway: string;
  readonly token: string;
  /** The key that signed in, base58. */
  readonly address: string;
  /** Owner of the subscription that pays, base58. */
  readonly subscriptionOwner: string;
  /** Unix seconds, by the gateway's clock. */
  readonly expiresAtSeconds: number;
}
