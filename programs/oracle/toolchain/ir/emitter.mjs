// Emits IR instructions under fresh names: each method answers the name of the value that it computes.
export class Emitter {
  constructor() {
    this.lines = [];
    this.indent = '  ';
    this.names = 0;
  }

  raw(line) {
    this.lines.push(line);
  }

  value(instruction, name = `%sbf.${this.names++}`) {
    this.lines.push(`${this.indent}${name} = ${instruction}`);
    return name;
  }

  binary(operation, a, b, type = 'i64') {
    return this.value(`${operation} ${type} ${a}, ${b}`);
  }

  compare(condition, a, b, type = 'i64') {
    return this.value(`icmp ${condition} ${type} ${a}, ${b}`);
  }

  select(condition, a, b, type = 'i64') {
    return this.value(`select i1 ${condition}, ${type} ${a}, ${type} ${b}`);
  }

  either(a, b) {
    return this.value(`or i1 ${a}, ${b}`);
  }

  /** The two 64-bit words of an i128. */
  low(wide) {
    return this.value(`trunc i128 ${wide} to i64`);
  }

  high(wide) {
    return this.low(this.value(`lshr i128 ${wide}, 64`));
  }

  join(low, high, name) {
    const lowWide = this.value(`zext i64 ${low} to i128`);
    const highWide = this.value(`zext i64 ${high} to i128`);
    const shifted = this.value(`shl i128 ${highWide}, 64`);
    return this.value(`or i128 ${shifted}, ${lowWide}`, name);
  }

  /** A pair of a value and a bit, as the overflow intrinsics answer it. */
  pair(type, value, bit, name) {
    const first = this.value(`insertvalue { ${type}, i1 } poison, ${type} ${value}, 0`);
    return this.value(`insertvalue { ${type}, i1 } ${first}, i1 ${bit}, 1`, name);
  }
}
