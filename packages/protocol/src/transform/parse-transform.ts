import { BoundedMap } from '../bounded-map.js';
import { compareDecimals } from '../decimal.js';
import { SelectorError } from '../jsonpath/selector-error.js';
import { nearestName } from './nearest-name.js';
import { OperandError, type Piece, splitEscaped } from './operand.js';
import { readsSeparators } from './read-separators.js';
import {
  type StepAction,
  type ArithmeticAction,
  type ChooseAction,
  type GuardAction,
  type ReadAction,
  type TransformStep,
  STEP_KINDS,
} from './step.js';
import { STEPS } from './steps.js';
import { TransformError } from './transform-error.js';

const MAX_CHARS = 1_024;
const MAX_STEPS = 40;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** The general category Cc, which Unicode does not change. */
const CONTROL = /\p{Cc}/u;

const byName: ReadonlyMap<string, TransformStep> = new Map(STEPS.map((step) => [step.name, step]));

/** A step of a text, and where it begins there. */
export interface PlacedStep<Kind extends StepAction = StepAction> {
  readonly step: TransformStep;
  readonly action: Kind;
  readonly at: number;
}

/** A parsed `valueTransform`, to be applied to any number of bodies. */
export interface Transform {
  readonly reads: readonly PlacedStep<ReadAction>[];
  readonly choice: PlacedStep<ChooseAction> | undefined;
  readonly arithmetic: readonly PlacedStep<ArithmeticAction>[];
  readonly guards: readonly PlacedStep<GuardAction>[];
  /** The text of the reading and choosing steps. */
  readonly readingText: string;
}

function stepNamed(name: string, at: number): TransformStep {
  const step = byName.get(name);
  if (step !== undefined) return step;
  const nearest = nearestName(name, [...byName.keys()]);
  throw new TransformError(
    nearest === undefined
      ? `must be made of these steps, joined by |: ${[...byName.keys()].join(', ')}`
      : `has no step of this name; the nearest is ${nearest}`,
    at,
  );
}

function bindOperand(step: TransformStep, operand: string, at: number): StepAction {
  try {
    return step.bind(operand);
  } catch (error) {
    if (error instanceof OperandError) throw new TransformError(`${step.name}: the operand ${error.rule}`, at + error.at);
    if (error instanceof SelectorError) throw new TransformError(`${step.name}: the path ${error.rule}`, at);
    throw error;
  }
}

function placeStep({ text, at }: Piece): PlacedStep {
  const colon = text.indexOf(':');
  const step = stepNamed(colon === -1 ? text : text.slice(0, colon), at);
  if (colon === -1 && step.operand !== null)
    throw new TransformError(`${step.name}: must have an operand: ${step.name}:${step.operand}`, at);
  if (colon !== -1 && step.operand === null) throw new TransformError(`${step.name}: must have no operand`, at + colon);
  return { step, action: bindOperand(step, text.slice(colon + 1), at + colon + 1), at };
}

function refuseOrder(placed: readonly PlacedStep[]): void {
  placed.forEach(({ step, at }, place) => {
    const before = placed[place - 1]?.step;
    const refuse = (rule: string): never => {
      throw new TransformError(`${step.name}: ${rule}`, at);
    };
    if (before !== undefined && STEP_KINDS.indexOf(before.kind) > STEP_KINDS.indexOf(step.kind))
      refuse(`must not follow ${before.name}; the order is reading steps, a choosing step, arithmetic, guards`);
    if (before?.kind === 'choose' && step.kind === 'choose') refuse(`must not follow ${before.name}; one step chooses`);
    if (before?.kind === 'read' && before.gives === 'number' && step.kind === 'read')
      refuse(`must not follow ${before.name}, which gives a number`);
    const earlier = placed.slice(0, place).filter((other) => other.step === step).length;
    if (earlier >= (step.most ?? Infinity)) refuse(step.most === 1 ? 'must not come twice' : `must not come more than ${step.most} times`);
  });
}

/** Two steps of separators are read together, so they must stand beside each other. */
function joinSeparators(reads: readonly PlacedStep<ReadAction>[]): readonly PlacedStep<ReadAction>[] {
  const [first, second] = reads.filter(({ action }) => action.separators !== undefined);
  if (first === undefined || second === undefined) return reads;
  const refuse = (rule: string): never => {
    throw new TransformError(`${second.step.name}: ${rule}`, second.at);
  };
  if (reads.indexOf(second) !== reads.indexOf(first) + 1) refuse(`must stand beside ${first.step.name}`);
  const separators = { ...first.action.separators, ...second.action.separators };
  if (separators.group === separators.point) refuse(`must name another character than ${first.step.name}`);
  const joined = { ...first, action: readsSeparators(separators) };
  return reads.flatMap((read) => (read === second ? [] : [read === first ? joined : read]));
}

function refuseBounds(guards: readonly PlacedStep<GuardAction>[]): void {
  for (const low of guards) {
    for (const high of guards) {
      if (low.action.bound?.side !== 'min' || high.action.bound?.side !== 'max') continue;
      if (compareDecimals(low.action.bound.limit, high.action.bound.limit) > 0)
        throw new TransformError('min: must not be above max', Math.max(low.at, high.at));
    }
  }
}

function ofKind<Kind extends StepAction['kind']>(
  placed: readonly PlacedStep[],
  kind: Kind,
): readonly PlacedStep<Extract<StepAction, { readonly kind: Kind }>>[] {
  const isOfKind = (one: PlacedStep): one is PlacedStep<Extract<StepAction, { readonly kind: Kind }>> => one.action.kind === kind;
  return placed.filter(isOfKind);
}

function parse(text: string): Transform {
  if (text === '' || text.length > MAX_CHARS) throw new TransformError(`must have from 1 to ${MAX_CHARS} characters`, 0);
  const stray = [CONTROL, LONE_SURROGATE].map((pattern) => text.search(pattern)).find((place) => place !== -1);
  if (stray !== undefined)
    throw new TransformError(String.raw`must hold no control character and no half of a surrogate pair; write \n, \r or \t`, stray);
  const pieces = splitEscaped(text, '|');
  if (pieces.length > MAX_STEPS) throw new TransformError(`must have at most ${MAX_STEPS} steps`, pieces[MAX_STEPS]?.at ?? 0);
  const placed = pieces.map(placeStep);
  refuseOrder(placed);
  const [reads, choices, guards] = [ofKind(placed, 'read'), ofKind(placed, 'choose'), ofKind(placed, 'guard')];
  refuseBounds(guards);
  const after = pieces[reads.length + choices.length];
  return Object.freeze({
    reads: joinSeparators(reads),
    choice: choices[0],
    arithmetic: ofKind(placed, 'arithmetic'),
    guards,
    readingText: after === undefined ? text : text.slice(0, Math.max(after.at - 1, 0)),
  });
}

/** Transforms that are kept; together less than 4 MiB. */
const MAX_KEPT = 64;

const kept = new BoundedMap<string, Transform>(MAX_KEPT);

/**
 * Reads the steps of a `valueTransform` (docs/protocol.md#apiconfig, docs/protocol.md#steps-of-valuetransform). A text that was read lately is not read again.
 * @throws TransformError
 */
export function parseTransform(text: string): Transform {
  return kept.getOrCreate(text, () => parse(text));
}

/** The steps of a text, but for a separator that is read with the one before it. @throws TransformError */
export function stepsOf(text: string): readonly PlacedStep[] {
  const { reads, choice, arithmetic, guards } = parseTransform(text);
  return [...reads, ...(choice === undefined ? [] : [choice]), ...arithmetic, ...guards];
}

/** The text of the reading and choosing steps. Two transforms of one such text read an answer alike. @throws TransformError */
export function readingSteps(text: string | undefined): string {
  return text === undefined ? '' : parseTransform(text).readingText;
}

/**
 * Judges a `valueTransform` beside the members that it must fit.
 * @throws TransformError
 */
export function requireTransform(text: string, beside: { readonly hasQuery: boolean; readonly hasAggregation: boolean }): void {
  const { reads, choice } = parseTransform(text);
  if (choice !== undefined && !beside.hasQuery && !reads.some(({ action }) => action.isQuery))
    throw new TransformError(`${choice.step.name}: must come with responseParser, or after json:<path>`, choice.at);
  const coded = reads.find(({ step }) => step.refusesAggregation);
  if (coded !== undefined && beside.hasAggregation)
    throw new TransformError(`${coded.step.name}: must not come with aggregation; a median of its numbers means nothing`, coded.at);
}

/** A `max` that no value of exact mode keeps: such a source has no value ever. @throws TransformError */
export function requireBoundOfExactMode(text: string): void {
  const negative = parseTransform(text).guards.find(({ action }) => action.bound?.side === 'max' && action.bound.limit.mantissa < 0n);
  if (negative !== undefined)
    throw new TransformError(`${negative.step.name}: must not be below zero in exact mode, which signs no negative value`, negative.at);
}
