import type { Info } from '@oracle-gateway/client';

/** Origin for sign-ins, if it is another one than this page asks. Wallets and gateway compare both, so no sign-in would work here. */
export function otherSignInOrigin(signIn: Info['signIn'], gateway: string): string | undefined {
  if (signIn === undefined || signIn.domain === new URL(gateway).host || !URL.canParse(signIn.uri)) return undefined;
  return new URL(signIn.uri).origin;
}
