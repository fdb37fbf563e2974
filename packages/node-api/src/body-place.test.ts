import { describe, expect, it } from 'vitest';
import { requireBodyPlace } from './body-place.js';

const allowed = ['127.0.0.1:8080', '127.0.0.1:8081+body'];

describe('the place of a body', () => {
  it.each(['https://a.example/', 'http://a.example/', 'http://a.example:443/', 'https://a.example:80/', 'http://127.0.0.1:8081/'])(
    'may be %s',
    (url) => {
      expect(() => requireBodyPlace({ url, body: 'x' }, allowed)).not.toThrow();
    },
  );

  it.each(['https://a.example:8443/', 'http://a.example:25/', 'http://127.0.0.1:8080/', 'http://127.0.0.1:8082/'])(
    'may not be %s',
    (url) => {
      expect(() => requireBodyPlace({ url, body: 'x' }, allowed, 'apiConfigs[1]')).toThrow(
        expect.objectContaining({ name: 'ContractError', field: 'apiConfigs[1].body' }),
      );
      expect(() => requireBodyPlace({ url }, allowed)).not.toThrow();
    },
  );
});
