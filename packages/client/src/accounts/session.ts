import { ClientUsageError, GatewayError } from '../base/errors.js';
import type { OpenSession } from '../base/open-session.js';
import type { Signer } from '../base/signer.js';
import { addressIn } from '../ledger/deployment.js';
import type { Account, AccountCall, AccountIo, CredentialCall } from '../rounds/account.js';
import { earnSubscribedRound, type WithToken } from '../rounds/earn-subscribed.js';
import { withCredential } from '../rounds/with-credential.js';
import { subscriptionReads } from './subscription-reads.js';
import { usageReads } from './usage-reads.js';

/** Seconds before its end at which a session is renewed. */
const MARGIN_SECONDS = 60;

/** An account that signs in once instead of signing every request. */
export interface SessionAccount extends Account {
  /** Ends the sessions that this account has used, at every gateway. The next round signs in again. */
  signOut(io?: AccountIo, call?: AccountCall): Promise<void>;
}

/** A sign-in, or a session to go on with. */
export interface SessionInput {
  /** Signs the sign-in. Left out, the session lasts as long as `opened`. */
  readonly signer?: Signer;
  /** Base58, for a delegate; the signer's own subscription unless set. */
  readonly subscriptionOwner?: string;
  /** A session to go on with. */
  readonly opened?: OpenSession;
  /** Hears of each session that is opened, to keep it for a later process. */
  readonly onOpened?: (opened: OpenSession) => void | Promise<void>;
  /** Host that a sign-in must name; that of the gateway's URL unless set. */
  readonly domain?: string;
}

/**
 * Signs in on first use, by a text that wallets show, and renews the session before it ends. Rounds are those of the key's subscription, or
 * of the subscription that it is a delegate of.
 *
 * @throws ClientUsageError without a signer and an open session, or with a text that is not an address
 * @example
 * const account = session({ signer });
 * const client = createClient({ gateway, ledger, account });
 * await client.round(source);
 * await account.signOut();
 */
export function session(input: SessionInput): SessionAccount {
  const { signer, opened, onOpened, domain } = input;
  const address = signer?.address ?? opened?.address;
  if (address === undefined) throw new ClientUsageError('signer', 'is required without an open session');
  const subscriptionOwner = input.subscriptionOwner ?? opened?.subscriptionOwner ?? address;
  const sessions = new Map<string, Promise<OpenSession>>();
  const used = new Map<string, AccountIo>();
  if (opened !== undefined && opened.address === address && opened.subscriptionOwner === subscriptionOwner)
    sessions.set(opened.gateway, Promise.resolve(opened));

  async function open(io: AccountIo, call?: AccountCall): Promise<OpenSession> {
    if (signer === undefined) throw new ClientUsageError('signer', 'is required: the session has ended');
    // A page that goes on with an open session loads nothing of it.
    const { signIn } = await import('./sign-in.js');
    const session = await signIn(io, { signer, subscriptionOwner, domain }, call);
    await onOpened?.(session);
    return session;
  }

  /** One sign-in serves all calls that wait for it. */
  async function current(io: AccountIo, call?: AccountCall): Promise<OpenSession> {
    const { baseUrl } = io.gateway;
    used.set(baseUrl, io);
    const known = await sessions.get(baseUrl);
    if (known !== undefined && known.expiresAtSeconds - MARGIN_SECONDS > io.clock.now() / 1000) return known;
    // Another call may have begun to sign in while this one checked.
    const running = sessions.get(baseUrl);
    if (running !== undefined && (await running) !== known) return running;
    const opening = open(io, call);
    sessions.set(baseUrl, opening);
    opening.catch(() => sessions.delete(baseUrl));
    return opening;
  }

  async function end(io: AccountIo, call?: AccountCall): Promise<void> {
    const known = await sessions.get(io.gateway.baseUrl);
    sessions.delete(io.gateway.baseUrl);
    if (known === undefined) return;
    try {
      const headers = { authorization: `Bearer ${known.token}` };
      await io.gateway.ask({ method: 'DELETE', path: '/v1/session', headers, signal: call?.signal });
    } catch (error) {
      // It has ended already.
      if (!(error instanceof GatewayError) || error.code !== 'bearer_invalid') throw error;
    }
  }

  /** The token, and another one in place of one that the gateway no longer knows. */
  async function authorization(io: AccountIo, { refused, signal }: CredentialCall = {}): Promise<string> {
    const { token } = await current(io, { signal });
    if (refused !== `Bearer ${token}` || signer === undefined) return `Bearer ${token}`;
    const { baseUrl } = io.gateway;
    if ((await sessions.get(baseUrl))?.token === token) sessions.delete(baseUrl);
    return `Bearer ${(await current(io, { signal })).token}`;
  }

  const withToken: WithToken = (io, task, call) =>
    withCredential({ clock: io.clock, authorize: (credentialCall) => authorization(io, credentialCall) }, task, call?.signal);
  const subscriber = {
    authority: addressIn('signer.address', address),
    subscriptionOwner: addressIn('subscriptionOwner', subscriptionOwner),
    credential: { withToken },
  };

  return {
    ...subscriptionReads(subscriber),
    ...usageReads(subscriptionOwner, authorization),
    feedOwner: address,
    secretsOwner: subscriptionOwner,
    earn: (draft, io) => earnSubscribedRound(subscriber, draft, io),
    authorizeRead: (_roundId, io, call) => authorization(io, call),
    authorizeSimulation: (_draft, io, call) => authorization(io, call),
    signIn: current,
    async signOut(io, call) {
      for (const of of io === undefined ? [...used.values()] : [io]) await end(of, call);
    },
  };
}
