import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BasicConstraintsExtension, cryptoProvider, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import type { RedisTlsFiles } from './redis-tls.js';

cryptoProvider.set(webcrypto);

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;

/** An authority of a test's own, valid for a day. */
export interface TestAuthority {
  /** PEM file of the authority's certificate. */
  readonly caPath: string;
  /** Issues a certificate for a host name or an IP address and writes it, with its key, into the folder. */
  issue(host: string): Promise<RedisTlsFiles>;
}

/** Makes an authority that writes its files into `folder`. */
export async function createTestAuthority(folder: string, name = 'authority'): Promise<TestAuthority> {
  const validity = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const authority = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: ALGORITHM,
    ...validity,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  const caPath = join(folder, `${name}.pem`);
  await writeFile(caPath, authority.toString('pem'));
  return {
    caPath,
    async issue(host) {
      const own = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${host}`,
        issuer: authority.subject,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        ...validity,
        extensions: [new SubjectAlternativeNameExtension([{ type: /^[\d.]+$/.test(host) ? 'ip' : 'dns', value: host }])],
      });
      const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', own.privateKey)).toString('base64');
      const certificatePath = join(folder, `${host}.pem`);
      const keyPath = join(folder, `${host}.key`);
      await writeFile(certificatePath, certificate.toString('pem'));
      await writeFile(keyPath, `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`, { mode: 0o600 });
      return { certificatePath, keyPath, caPath };
    },
  };
}
