import { isAddress } from '@oracle-gateway/protocol';
import type { Static, TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';

/** A body that does not fit the contract: which field, and the rule it breaks. The value is never repeated. */
export class ContractError extends Error {
  override readonly name = 'ContractError';

  constructor(
    readonly field: string,
    readonly rule: string,
  ) {
    super(`${field}: ${rule}`);
  }
}

/** Checks a plain JSON value against one schema; throws ContractError. */
export type Parser<T> = (plain: unknown) => T;

/**
 * A parser from a schema, plus the rules between members that a schema cannot say.
 * Compilation waits for the first call, so that importing the contract costs nothing.
 */
export const createParser = <Schema extends TSchema>(schema: Schema, check?: (value: Static<Schema>) => void): Parser<Static<Schema>> => {
  let validate: ValidateFunction<Static<Schema>> | undefined;
  return (plain) => {
    validate ??= compile(schema);
    if (!validate(plain)) {
      throw contractError(validate.errors?.[0]);
    }
    check?.(plain);
    return plain;
  };
};

/** Indices must rise strictly: one order for one set, and no repeats. */
export const requireAscending = (field: string, indices: readonly number[]): void => {
  for (let at = 1; at < indices.length; at += 1) {
    if (Number(indices[at]) <= Number(indices[at - 1])) {
      throw new ContractError(`${field}[${at}]`, 'indices must be strictly ascending');
    }
  }
};

const compile = <Schema extends TSchema>(schema: Schema): ValidateFunction<Static<Schema>> =>
  new Ajv({ strict: true, verbose: true, formats: { address: isAddress } }).compile<Static<Schema>>(schema);

const contractError = (error: ErrorObject | undefined): ContractError => {
  if (error === undefined) {
    return new ContractError('body', 'must fit the contract');
  }
  const field = fieldName(error.instancePath);
  switch (error.keyword) {
    case 'required':
      return new ContractError(joinField(field, String(error.params['missingProperty'])), 'is required');
    case 'additionalProperties':
      return new ContractError(joinField(field, String(error.params['additionalProperty'])), 'is not a known member');
    default:
      return new ContractError(field, ruleOf(error));
  }
};

const ruleOf = (error: ErrorObject): string => {
  const description: unknown = error.parentSchema?.['description'];
  return typeof description === 'string' ? `must be ${description}` : (error.message ?? 'must fit the contract');
};

/** `/nonces/0/d` → `nonces[0].d`. */
const fieldName = (instancePath: string): string => {
  const parts = instancePath.split('/').slice(1);
  const name = parts.map((part) => (/^[0-9]+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
  return name.startsWith('.') ? name.slice(1) : name;
};

/** An unknown member's name comes from the sender, so only its beginning is repeated. */
const joinField = (parent: string, member: string): string => {
  const shown = member.slice(0, 64);
  return parent === '' ? shown : `${parent}.${shown}`;
};
