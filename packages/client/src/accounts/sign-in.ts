import { toHex } from '@oracle-gateway/protocol';
import { TransportError, VerificationError } from '../base/errors.js';
import { integerOf, memberOf, textOf } from '../base/json.js';
import type { OpenSession } from '../base/open-session.js';
import { signWith, type Signer } from '../base/signer.js';
import type { AccountCall, AccountIo } from '../rounds/account.js';

const encoder = new TextEncoder();

/** Text to sign: the members of a message of CAIP-122. */
interface SignIn {
  readonly domain: string;
  readonly uri: string;
  readonly chainId: string;
  readonly address: string;
  readonly nonce: string;
  /** ISO 8601. */
  readonly issuedAt: string;
  readonly resources?: readonly string[];
}

/**
 * Signs in to a gateway (docs/api.md, POST /v1/session).
 *
 * @param input `domain`: host that the sign-in must name; the gateway's own unless set
 * @throws VerificationError `other_terms` when the gateway names another host or network: it would relay the signature there
 */
export async function signIn(
  deps: Pick<AccountIo, 'gateway' | 'ledger' | 'clock'>,
  input: { readonly signer: Signer; readonly subscriptionOwner: string; readonly domain?: string | undefined },
  { signal }: AccountCall = {},
): Promise<OpenSession> {
  const { gateway, ledger, clock } = deps;
  const { signer, subscriptionOwner } = input;
  const info = memberOf((await gateway.ask({ method: 'GET', path: '/v1/info', signal })).body, 'data');
  const terms = termsIn(memberOf(info, 'signIn'), { domain: input.domain ?? new URL(gateway.baseUrl).host, network: ledger.network });
  const message: SignIn = {
    ...terms,
    address: signer.address,
    nonce: crypto.randomUUID().replaceAll('-', ''),
    issuedAt: new Date(clock.now()).toISOString(),
    ...(subscriptionOwner === signer.address ? {} : { resources: [`urn:svc:subscription:${subscriptionOwner}`] }),
  };
  const signature = await signWith(signer, encoder.encode(signInText(message)));
  const headers = { 'SIGN-IN-WITH-X': signInHeader(message, signature) };
  const session = memberOf((await gateway.ask({ method: 'POST', path: '/v1/session', headers, signal })).body, 'data');
  const token = textOf(memberOf(session, 'token'));
  const expiresAtSeconds = integerOf(memberOf(session, 'expiresAt'));
  if (token === undefined || !/^[\w.~+/=-]{1,512}$/.test(token) || expiresAtSeconds === undefined)
    throw new TransportError('gateway', 'the gateway answered a sign-in without a session');
  return { gateway: gateway.baseUrl, token, address: signer.address, subscriptionOwner, expiresAtSeconds };
}

/** Checks the gateway's terms for the message against the caller's own knowledge. */
function termsIn(
  terms: unknown,
  { domain: host, network }: { readonly domain: string; readonly network: string },
): Pick<SignIn, 'domain' | 'uri' | 'chainId'> {
  const domain = textOf(memberOf(terms, 'domain'));
  const uri = textOf(memberOf(terms, 'uri'));
  const chainId = textOf(memberOf(terms, 'chainId'));
  if (domain === undefined || uri === undefined || chainId === undefined)
    throw new TransportError('gateway', 'the gateway does not say what a sign-in names; it may serve no sessions');
  if (domain !== host || !URL.canParse(uri) || new URL(uri).host !== host)
    throw new VerificationError(
      'other_terms',
      `signIn: the gateway wants a sign-in for another host than ${host}; set \`domain\` if it is right`,
    );
  if (chainId !== network) throw new VerificationError('other_terms', 'signIn: the gateway wants a sign-in for another network');
  return { domain, uri, chainId };
}

/** The text that a wallet shows and signs. */
export function signInText({ domain, address, uri, chainId, nonce, issuedAt, resources = [] }: SignIn): string {
  const lines = [
    `${domain} wants you to sign in with your Solana account:`,
    address,
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId.slice(chainId.indexOf(':') + 1)}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    ...(resources.length === 0 ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ];
  return lines.join('\n');
}

/** The value of `SIGN-IN-WITH-X`. */
export function signInHeader(message: SignIn, signature: Uint8Array): string {
  const { domain, address, uri, chainId, nonce, issuedAt, resources } = message;
  const members = { domain, address, uri, version: '1', chainId, type: 'ed25519', nonce, issuedAt, ...(resources && { resources }) };
  return btoa(JSON.stringify({ ...members, signature: toHex(signature) }));
}
