import type { Static, TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject } from 'ajv';

const MAX_NAME_LENGTH = 64;

/** A value does not fit its schema; `field` and `rule` can be shown to the caller. */
export class ContractError extends Error {
  override readonly name = 'ContractError';

  constructor(
    readonly field: string,
    readonly rule: string,
  ) {
    super(`${field}: ${rule}`);
  }
}

/** Returns the value typed, or throws {@link ContractError} naming the first field that breaks a rule. */
export type SchemaCheck<T> = (value: unknown) => T;

/** Compiles a schema once. `root` names the value itself in errors, e.g. `body`. */
export function compileCheck<const S extends TSchema>(schema: S, root: string): SchemaCheck<Static<S>> {
  const validate = new Ajv({ strict: true, allowUnionTypes: true, verbose: true }).compile<Static<S>>(schema);
  return (value) => {
    if (validate(value)) return value;
    throw describe(validate.errors?.[0], root);
  };
}

function describe(error: ErrorObject | undefined, root: string): ContractError {
  if (error === undefined) return new ContractError(root, 'is not valid');
  const field = fieldName(error.instancePath, root);
  const parameters: Readonly<Record<string, unknown>> = error.params;
  if (error.keyword === 'required') return new ContractError(join(field, root, parameters['missingProperty']), 'is required');
  if (error.keyword === 'additionalProperties') {
    return new ContractError(join(field, root, parameters['additionalProperty']), 'is not a known member');
  }
  if (error.keyword === 'const' || error.keyword === 'anyOf') return new ContractError(field, 'is not one of the allowed values');
  const form: unknown = error.parentSchema?.['title'] ?? error.parentSchema?.['description'];
  if (error.keyword === 'pattern' && typeof form === 'string') return new ContractError(field, `must be ${form}`);
  return new ContractError(field, error.message ?? 'is not valid');
}

/** `/apiConfig/headers/X-Key` reads `apiConfig.headers.X-Key`. */
const fieldName = (pointer: string, root: string): string =>
  pointer === '' ? root : pointer.slice(1).split('/').map(unescapePointer).map(shorten).join('.');

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

const join = (field: string, root: string, member: unknown): string => (field === root ? '' : `${field}.`) + shorten(String(member));

/** A member's name is the caller's text: it is quoted in errors only up to a bound. */
const shorten = (name: string): string => (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name);
