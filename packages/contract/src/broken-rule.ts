import { ContractError } from './contract-error.js';
import { fieldName, memberName } from './field-name.js';

/** A rule that ajv found broken. */
export interface RuleError {
  readonly keyword: string;
  /** JSON pointer to the value. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
  /** The schema that holds the keyword. */
  readonly parentSchema?: Readonly<Record<string, unknown>> | undefined;
}

/** The first rule that ajv found broken, as an error for the sender of the value. */
export function brokenRule(error: RuleError | undefined, root: string): ContractError {
  if (error === undefined) return new ContractError(root, 'must be valid');
  const { params, instancePath, keyword } = error;
  const parent = fieldName(instancePath);
  switch (keyword) {
    case 'required':
      return new ContractError(memberName(parent, String(params['missingProperty'])), 'is required');
    case 'additionalProperties':
      return new ContractError(memberName(parent, String(params['additionalProperty'])), 'is not a known member');
    default:
      return new ContractError(parent === '' ? root : parent, `must ${form(error)}`);
  }
}

/** Completes "must …". */
function form({ keyword, message, parentSchema: schema = {} }: RuleError): string {
  const { title, description } = schema;
  if (typeof title === 'string') return `be ${title}`;
  switch (keyword) {
    case 'const':
      return `be ${String(schema['const'])}`;
    case 'enum':
    case 'anyOf':
      return oneOf(schema['enum'] ?? constants(schema['anyOf']));
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

/** The values that a union of constants allows; empty for another union. */
function constants(branches: unknown): readonly unknown[] {
  return isUnionOfConstants(branches) ? branches.map((branch) => branch.const) : [];
}

function isUnionOfConstants(branches: unknown): branches is readonly { readonly const: unknown }[] {
  const isConstant = (branch: unknown): boolean => typeof branch === 'object' && branch !== null && 'const' in branch;
  return Array.isArray(branches) && branches.every(isConstant);
}
