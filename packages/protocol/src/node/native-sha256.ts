import { hash } from 'node:crypto';
import type { Sha256 } from '../node-request.js';

/** SHA-256 of OpenSSL. */
export const nativeSha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer');
