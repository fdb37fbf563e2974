import { splitEscaped, STEPS } from '@oracle-gateway/protocol/internal';

type Step = (typeof STEPS)[number];

/** A step of a `valueTransform` as it is written. */
export interface ChainStep {
  readonly name: string;
  /** Undefined for a step without one. */
  readonly operand: string | undefined;
}

const ORDER = ['read', 'choose', 'arithmetic', 'guard'] as const satisfies readonly Step['kind'][];
/** Operands to begin with; each is one that the step takes. */
const FIRST_OPERANDS: Readonly<Record<string, string>> = {
  ...{ at: 'price', after: 'price', before: 'USD', csv: '1,0', json: '$.price', word: '0', strip: '%', group: ',', point: ',' },
  ...{ equals: 'yes', map: 'yes=1,no=0', add: '1', subtract: '1', multiply: '100', divide: '100', round: '2', min: '0', max: '1000000' },
};

/** The steps of a text, also where one of them breaks a rule. */
export function chainOf(transform: string): readonly ChainStep[] {
  if (transform === '') return [];
  return splitEscaped(transform, '|').map(({ text }) => {
    const colon = text.indexOf(':');
    return colon === -1 ? { name: text, operand: undefined } : { name: text.slice(0, colon), operand: text.slice(colon + 1) };
  });
}

/** The text of the steps; empty without any. */
export function transformText(chain: readonly ChainStep[]): string {
  return chain.map(({ name, operand }) => (operand === undefined ? name : `${name}:${operand}`)).join('|');
}

/** The chain with a further step, at the last place that the order of kinds allows. */
export function withChainStep(chain: readonly ChainStep[], name: string): readonly ChainStep[] {
  const place = chain.findIndex((step) => rankOf(step.name) > rankOf(name));
  const step = { name, operand: stepNamed(name)?.operand === null ? undefined : (FIRST_OPERANDS[name] ?? '') };
  return place === -1 ? [...chain, step] : [...chain.slice(0, place), step, ...chain.slice(place)];
}

export function withoutStep(chain: readonly ChainStep[], place: number): readonly ChainStep[] {
  return chain.filter((_, at) => at !== place);
}

/** The chain with another operand; a `|` that would begin a further step is escaped. */
export function withOperand(chain: readonly ChainStep[], place: number, operand: string): readonly ChainStep[] {
  const escaped = splitEscaped(operand, '|')
    .map(({ text }) => text)
    .join('\\|');
  return chain.map((step, at) => (at === place ? { ...step, operand: escaped } : step));
}

function stepNamed(name: string): Step | undefined {
  return STEPS.find((step) => step.name === name);
}

function rankOf(name: string): number {
  const kind = stepNamed(name)?.kind;
  return kind === undefined ? 0 : ORDER.indexOf(kind);
}
