import type { SignInPayload } from '@oracle-gateway/gateway-api';

/** The text that a wallet shows and signs (CAIP-122 in Solana's form): no line can be made by a member, which hold no line ends. */
export function signInMessage(payload: SignInPayload): string {
  const optional = (label: string, value: string | undefined): string[] => (value === undefined ? [] : [`${label}: ${value}`]);
  const { resources = [] } = payload;
  return [
    `${payload.domain} wants you to sign in with your Solana account:`,
    payload.address,
    '',
    ...(payload.statement === undefined ? [] : [payload.statement, '']),
    `URI: ${payload.uri}`,
    `Version: ${payload.version}`,
    // The part of the CAIP-2 id behind the colon.
    `Chain ID: ${payload.chainId.split(':')[1] ?? ''}`,
    `Nonce: ${payload.nonce}`,
    `Issued At: ${payload.issuedAt}`,
    ...optional('Expiration Time', payload.expirationTime),
    ...optional('Not Before', payload.notBefore),
    ...optional('Request ID', payload.requestId),
    ...(resources.length === 0 ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ].join('\n');
}
