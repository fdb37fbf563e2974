import { ContractError } from '@oracle-gateway/contract';
import { describe, expect, it } from 'vitest';
import { requireSecretSource } from './secret-source.js';

const allowed = ['127.0.0.1:8080'];

describe('requireSecretSource', () => {
  it.each(['https://prices.example/btc', 'HTTPS://Prices.example', 'http://127.0.0.1:8080/price', 'HTTP://127.0.0.1:8080'])(
    '%s may be sent secrets',
    (url) => {
      expect(() => requireSecretSource({ url }, allowed)).not.toThrow();
    },
  );

  it.each(['http://prices.example/btc', 'HTTP://PRICES.example:443', 'http://127.0.0.1:8081/price', 'http://[::1/price'])(
    '%s may not',
    (url) => {
      const check = (): void => requireSecretSource({ url }, allowed);
      expect(check).toThrow(ContractError);
      expect(check).toThrow('apiConfig.url: must be https for a source with secrets');
    },
  );
});
