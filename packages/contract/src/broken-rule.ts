import type { ErrorObject } from 'ajv';
import { ContractError } from './contract-error.js';
import { fieldName, memberName } from './field-name.js';

/** The first rule that ajv found broken, as an error for the sender of the value. Needs `error.parentSchema` (option `verbose`). */
export function brokenRule(error: ErrorObject | undefined, root: string): ContractError {
  if (error === undefined) return new ContractError(root, 'must be valid');
  const parameters: Readonly<Record<string, unknown>> = error.params;
  const parent = fieldName(error.instancePath);
  switch (error.keyword) {
    case 'required':
      return new ContractError(memberName(parent, String(parameters['missingProperty'])), 'is required');
    case 'additionalProperties':
      return new ContractError(memberName(parent, String(parameters['additionalProperty'])), 'is not a known member');
    default:
      return new ContractError(parent === '' ? root : parent, `must ${form(error, parameters)}`);
  }
}

/** Completes "must …". */
function form({ keyword, message, parentSchema }: ErrorObject, parameters: Readonly<Record<string, unknown>>): string {
  const schema: Readonly<Record<string, unknown>> = parentSchema ?? {};
  const { title, description } = schema;
  if (typeof title === 'string') return `be ${title}`;
  switch (keyword) {
    case 'const':
      return `be ${String(parameters['allowedValue'])}`;
    case 'enum':
      return oneOf(parameters['allowedValues']);
    case 'anyOf':
      return oneOf(constants(schema['anyOf']));
    case 'pattern':
    case 'format':
      // ajv would quote a regular expression or an internal name.
      return typeof description === 'string' ? `be ${description}` : 'have the right form';
    default:
      return message?.replace(/^must /, '') ?? 'be valid';
  }
}

function oneOf(values: unknown): string {
  return Array.isArray(values) && values.length > 0 ? `be one of ${values.map(String).join(', ')}` : 'have one of the allowed forms';
}

/** The values that a union of constants allows; undefined for another union. */
function constants(branches: unknown): readonly unknown[] {
  const isConstant = (branch: unknown): branch is { readonly const: unknown } =>
    typeof branch === 'object' && branch !== null && 'const' in branch;
  return Array.isArray(branches) && branches.every(isConstant) ? branches.map((branch) => branch.const) : [];
}
