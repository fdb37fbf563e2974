import { expect, it } from 'vitest';

import { ordinaryWorld } from './ordinary-world.js';

it.each([
  ['/app/', '<!doctype html>'],
  ['/app/licences.txt', 'preact '],
  ['/docs/swagger-ui.js', 'SwaggerUIBundle'],
  ['/llms-full.txt', '# Values for agents'],
  ['/protocol.md', '`SVC_REQAUTH_V1`'],
  ['/skill.md', 'name: oracle-gateway'],
  ['/status', 'Status of this gateway'],
])('a built gateway has its pages with it: %s', async (path, part) => {
  const response = await fetch(`${ordinaryWorld().world.manifest.gatewayUrl}${path}`);
  expect(response.status).toBe(200);
  expect((await response.text()).toLowerCase()).toContain(part.toLowerCase());
});
