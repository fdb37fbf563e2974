/** Paths of PEM files. */
export interface RedisTlsFiles {
  readonly certificatePath: string;
  readonly keyPath: string;
  readonly caPath: string;
  /** Refuses clients without a certificate of `caPath`. Default: false. */
  readonly asksClients?: boolean;
}

/** Settings that servers and Sentinels have alike. */
export function tlsSettings({ certificatePath, keyPath, caPath, asksClients = false }: RedisTlsFiles): Readonly<Record<string, string>> {
  return {
    'tls-cert-file': certificatePath,
    'tls-key-file': keyPath,
    'tls-ca-cert-file': caPath,
    'tls-auth-clients': asksClients ? 'yes' : 'no',
    'tls-replication': 'yes',
  };
}
