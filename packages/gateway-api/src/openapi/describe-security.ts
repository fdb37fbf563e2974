import type { OperationSpec } from '../operation.js';
import { type SecurityAlternative, type SecurityScheme, type SecuritySchemeName, securitySchemes } from '../security.js';
import type { JsonObject } from './json.js';

/** Content of `components.securitySchemes`. OpenAPI has no scheme for a credential in the body, so the operations describe these. */
export function describeSecuritySchemes(): JsonObject {
  const schemes: Record<string, JsonObject> = {};
  for (const [name, { place, description }] of Object.entries<SecurityScheme>(securitySchemes)) {
    if ('bearer' in place) schemes[name] = { type: 'http', scheme: 'bearer', bearerFormat: place.bearer, description };
    if ('header' in place) schemes[name] = { type: 'apiKey', in: 'header', name: place.header, description };
  }
  return schemes;
}

/** The alternatives of one operation: each is enough. An empty one stands for a request without a credential outside its body. */
export function describeSecurity(operation: OperationSpec): JsonObject {
  const required = operation.security.map((alternative) => (hasScheme(alternative) ? { [alternative]: [] } : {}));
  // An empty list, and not its absence, says that no credential is needed.
  return { security: required.filter((one, position) => required.findIndex((other) => sameKeys(one, other)) === position) };
}

/** Sentences about the credentials in the body, for the operation's description. */
export function bodyCredentials({ security }: OperationSpec): string[] {
  return security.flatMap((alternative) => {
    const scheme: SecurityScheme | undefined = alternative === 'none' ? undefined : securitySchemes[alternative];
    if (scheme === undefined || !('bodyMember' in scheme.place)) return [];
    return [`Credential in the body, \`${scheme.place.bodyMember}\`: ${scheme.description}`];
  });
}

function hasScheme(alternative: SecurityAlternative): alternative is SecuritySchemeName {
  return alternative !== 'none' && !('bodyMember' in securitySchemes[alternative].place);
}

function sameKeys(one: object, other: object): boolean {
  return Object.keys(one).join() === Object.keys(other).join();
}
