import type { JsonValue } from '../json.js';
import { type Comparable, compare, lengthOf, type Spend } from './compare.js';
import type { Condition, Operand, Segment, SegmentSelector, SingularQuery } from './query.js';

/** Told each selected node in turn; answers false to end the search. */
type Visit = (node: JsonValue) => boolean;

function itemAt(items: readonly JsonValue[], index: number): JsonValue | undefined {
  return items[index < 0 ? items.length + index : index];
}

function childrenOf(node: JsonValue): Iterable<JsonValue> {
  if (node.kind === 'array') return node.items;
  return node.kind === 'object' ? node.members.values() : [];
}

/** Positions of RFC 9535 §2.3.4.2.2. */
function* slicePositions(length: number, start: number | undefined, stop: number | undefined, step: number): Generator<number> {
  if (step === 0) return;
  const fromEnd = (place: number): number => (place < 0 ? length + place : place);
  const clamp = (place: number, low: number, high: number): number => Math.min(Math.max(place, low), high);
  if (step > 0) {
    const end = clamp(fromEnd(stop ?? length), 0, length);
    for (let place = clamp(fromEnd(start ?? 0), 0, length); place < end; place += step) yield place;
  } else {
    const end = stop === undefined ? -1 : clamp(fromEnd(stop), -1, length - 1);
    for (let place = start === undefined ? length - 1 : clamp(fromEnd(start), -1, length - 1); place > end; place += step) yield place;
  }
}

class Evaluation {
  constructor(
    private readonly root: JsonValue,
    private readonly segments: readonly Segment[],
    private readonly spend: Spend,
    private readonly found: Visit,
  ) {}

  /** Depth first, so that memory does not grow with the number of nodes on the way. */
  run(node: JsonValue = this.root, position = 0): boolean {
    const segment = this.segments[position];
    if (segment === undefined) return this.found(node);
    const next: Visit = (selected) => this.run(selected, position + 1);
    return segment.scope === 'child' ? this.selectAll(segment, node, next) : this.descend(segment, node, next);
  }

  private descend(segment: Segment, node: JsonValue, next: Visit): boolean {
    if (!this.selectAll(segment, node, next)) return false;
    for (const child of childrenOf(node)) {
      if (!this.descend(segment, child, next)) return false;
    }
    return true;
  }

  private selectAll(segment: Segment, node: JsonValue, next: Visit): boolean {
    return segment.selectors.every((selector) => this.select(selector, node, next));
  }

  private select(selector: SegmentSelector, node: JsonValue, next: Visit): boolean {
    this.spend(1);
    switch (selector.kind) {
      case 'name':
        return this.visitIfPresent(node.kind === 'object' ? node.members.get(selector.name) : undefined, next);
      case 'index':
        return this.visitIfPresent(node.kind === 'array' ? itemAt(node.items, selector.index) : undefined, next);
      case 'slice':
        return this.selectSlice(selector, node, next);
      case 'wildcard':
        return this.visitChildren(node, next, () => true);
      case 'filter':
        return this.visitChildren(node, next, (child) => this.holds(selector.condition, child));
    }
  }

  private visitIfPresent(node: JsonValue | undefined, next: Visit): boolean {
    return node === undefined || next(node);
  }

  private selectSlice(slice: SegmentSelector & { kind: 'slice' }, node: JsonValue, next: Visit): boolean {
    if (node.kind !== 'array') return true;
    for (const place of slicePositions(node.items.length, slice.start, slice.stop, slice.step)) {
      this.spend(1);
      if (!this.visitIfPresent(node.items[place], next)) return false;
    }
    return true;
  }

  private visitChildren(node: JsonValue, next: Visit, matches: (child: JsonValue) => boolean): boolean {
    for (const child of childrenOf(node)) {
      this.spend(1);
      if (matches(child) && !next(child)) return false;
    }
    return true;
  }

  private holds(condition: Condition, current: JsonValue): boolean {
    this.spend(1);
    switch (condition.kind) {
      case 'and':
        return this.holds(condition.left, current) && this.holds(condition.right, current);
      case 'or':
        return this.holds(condition.left, current) || this.holds(condition.right, current);
      case 'not':
        return !this.holds(condition.operand, current);
      case 'exists':
        return this.resolve(condition.query, current) !== undefined;
      case 'compare': {
        const left = this.operandValue(condition.left, current);
        return compare(left, condition.operator, this.operandValue(condition.right, current), this.spend);
      }
    }
  }

  private operandValue(operand: Operand, current: JsonValue): Comparable {
    switch (operand.kind) {
      case 'literal':
        return operand.value;
      case 'query':
        return this.resolve(operand.query, current);
      case 'length': {
        const length = lengthOf(this.operandValue(operand.operand, current), this.spend);
        return length === undefined ? undefined : { kind: 'number', text: String(length) };
      }
    }
  }

  private resolve(query: SingularQuery, current: JsonValue): JsonValue | undefined {
    let node: JsonValue | undefined = query.from === 'root' ? this.root : current;
    for (const step of query.steps) {
      this.spend(1);
      if (node?.kind === 'object' && typeof step === 'string') node = node.members.get(step);
      else if (node?.kind === 'array' && typeof step === 'number') node = itemAt(node.items, step);
      else return undefined;
    }
    return node;
  }
}

/** Walks the nodes that `segments` select in `root` until `found` answers false. Recursion is bounded by the depth of `root`. */
export function evaluate(root: JsonValue, segments: readonly Segment[], spend: Spend, found: Visit): void {
  new Evaluation(root, segments, spend, found).run();
}
