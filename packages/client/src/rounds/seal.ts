/** This module is loaded when a source is private: few are, and the ciphers are an eighth of the whole. */
export { sealSecretsOf } from '@oracle-gateway/protocol/sealed';
