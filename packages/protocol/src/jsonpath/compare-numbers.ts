/** Less, equal, greater. */
type Order = -1 | 0 | 1;

/** |number| = 0.`digits` × 10^`exponent`; `digits` has no zero at either end and is empty for zero. */
interface Normalised {
  readonly sign: Order;
  readonly digits: string;
  readonly exponent: number | bigint;
}

const ZERO: Normalised = { sign: 0, digits: '', exponent: 0 };

/** Exponents of so many characters are added to lengths of texts without rounding. */
const MAX_PLAIN_EXPONENT_CHARS = 15;

/** Decimals of at most 15 digits keep their order as doubles, and no two of them become one. */
const PLAIN_NUMBER = /^-?[0-9.]{1,14}$/;

function exponentOf(written: string, shift: number): number | bigint {
  return written.length <= MAX_PLAIN_EXPONENT_CHARS ? Number(written) + shift : BigInt(written) + BigInt(shift);
}

/** Splits the text of a number and moves no digit, so that an exponent of any size costs no more than its own digits. */
function normalise(text: string): Normalised {
  const isNegative = text.startsWith('-');
  const mark = text.search(/[eE]/);
  const plain = text.slice(isNegative ? 1 : 0, mark === -1 ? text.length : mark);
  const point = plain.indexOf('.');
  const integers = point === -1 ? plain.length : point;
  const all = point === -1 ? plain : plain.slice(0, point) + plain.slice(point + 1);
  let start = 0;
  while (start < all.length && all.charAt(start) === '0') start += 1;
  if (start === all.length) return ZERO;
  let end = all.length;
  while (all.charAt(end - 1) === '0') end -= 1;
  const exponent = exponentOf(mark === -1 ? '0' : text.slice(mark + 1), integers - start);
  return { sign: isNegative ? -1 : 1, digits: all.slice(start, end), exponent };
}

function orderOf(left: number | bigint | string, right: number | bigint | string): Order {
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

/** The order of two numbers without their signs. Digits without a zero at the end have the order of their texts. */
function sizeOrder(left: Normalised, right: Normalised): Order {
  const order = orderOf(left.exponent, right.exponent);
  return order === 0 ? orderOf(left.digits, right.digits) : order;
}

/**
 * Compares two texts of JSON's number grammar exactly, however long they are. RFC 9535 §2.3.5.2.2 leaves numbers beyond I-JSON to the
 * implementation: by doubles, a filter for an id would select the row of another id.
 */
export function compareNumbers(left: string, right: string): Order {
  if (PLAIN_NUMBER.test(left) && PLAIN_NUMBER.test(right)) return orderOf(Number(left), Number(right));
  const [a, b] = [normalise(left), normalise(right)];
  if (a.sign !== b.sign) return orderOf(a.sign, b.sign);
  return a.sign < 0 ? sizeOrder(b, a) : sizeOrder(a, b);
}
