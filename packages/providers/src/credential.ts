/** The secret that a caller's bundle, or the gateway's own, holds for a flow with a credential. */
export const CREDENTIAL_SECRET = 'key';

/** The whole value of the credential's header or parameter in a feed's apiConfig, so that its source id is the same at every gateway. */
export const CREDENTIAL_PLACEHOLDER = `{{secret.${CREDENTIAL_SECRET}}}`;
