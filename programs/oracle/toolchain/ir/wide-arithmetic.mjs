// Arithmetic that the machine has no instruction and the chain no library function for, in 64-bit instructions.
const LOW_HALF = 4294967295;

/** The upper word of the product of two words, from the four products of their halves. */
export function multiplyHigh(emit, a, b) {
  const aLow = emit.binary('and', a, LOW_HALF);
  const aHigh = emit.binary('lshr', a, 32);
  const bLow = emit.binary('and', b, LOW_HALF);
  const bHigh = emit.binary('lshr', b, 32);
  const lowLow = emit.binary('mul', aLow, bLow);
  const lowHigh = emit.binary('mul', aLow, bHigh);
  const highLow = emit.binary('mul', aHigh, bLow);
  const highHigh = emit.binary('mul', aHigh, bHigh);
  const carried = emit.binary('add', emit.binary('lshr', lowLow, 32), lowHigh);
  const middle = emit.binary('add', emit.binary('and', carried, LOW_HALF), highLow);
  const upper = emit.binary('add', highHigh, emit.binary('lshr', carried, 32));
  return emit.binary('add', upper, emit.binary('lshr', middle, 32));
}

/** Product of two words and whether it overflows: (a * b) / a != b. */
export function multiplyChecked(emit, first, second) {
  // A poison operand must not become undefined behaviour in the division.
  const a = emit.value(`freeze i64 ${first}`);
  const b = emit.value(`freeze i64 ${second}`);
  const product = emit.binary('mul', a, b);
  const isZero = emit.compare('eq', a, 0);
  const quotient = emit.binary('udiv', product, emit.select(isZero, 1, a));
  const differs = emit.compare('ne', quotient, b);
  return { product, overflows: emit.select(isZero, 'false', differs, 'i1') };
}

/** Signed product of two words: the upper word must be the sign of the lower one. */
export function multiplySignedChecked(emit, a, b) {
  const product = emit.binary('mul', a, b);
  const unsignedHigh = multiplyHigh(emit, a, b);
  const aCorrection = emit.binary('and', emit.binary('ashr', a, 63), b);
  const bCorrection = emit.binary('and', emit.binary('ashr', b, 63), a);
  const high = emit.binary('sub', emit.binary('sub', unsignedHigh, aCorrection), bCorrection);
  const sign = emit.binary('ashr', product, 63);
  return { product, overflows: emit.compare('ne', high, sign) };
}

/** i128 product, the overflow dropped. */
export function multiplyWide(emit, a, b, name) {
  const aLow = emit.low(a);
  const aHigh = emit.high(a);
  const bLow = emit.low(b);
  const bHigh = emit.high(b);
  const low = emit.binary('mul', aLow, bLow);
  const cross = emit.binary('add', multiplyHigh(emit, aLow, bLow), emit.binary('mul', aLow, bHigh));
  emit.join(low, emit.binary('add', cross, emit.binary('mul', aHigh, bLow)), name);
}

/** Unsigned i128 product and whether it overflows. */
export function multiplyWideChecked(emit, a, b, name) {
  const aLow = emit.low(a);
  const aHigh = emit.high(a);
  const bLow = emit.low(b);
  const bHigh = emit.high(b);
  const low = emit.binary('mul', aLow, bLow);
  const lowHigh = multiplyHigh(emit, aLow, bLow);
  const first = multiplyChecked(emit, aHigh, bLow);
  const second = multiplyChecked(emit, bHigh, aLow);
  const aHasHigh = emit.compare('ne', aHigh, 0);
  const bHasHigh = emit.compare('ne', bHigh, 0);
  const bothHaveHigh = emit.value(`and i1 ${aHasHigh}, ${bHasHigh}`);
  const cross = emit.binary('add', first.product, second.product);
  const high = emit.binary('add', cross, lowHigh);
  const crossCarries = emit.compare('ult', cross, first.product);
  const highCarries = emit.compare('ult', high, lowHigh);
  const overflows = [first.overflows, second.overflows, crossCarries, highCarries].reduce(
    (sum, bit) => emit.either(sum, bit),
    bothHaveHigh,
  );
  emit.pair('i128', emit.join(low, high), overflows, name);
}

/** i128 shift by a variable: what leaves one word enters the other; from 64 bits on the words change places. */
export function shiftWide(emit, operation, value, amount, name) {
  const low = emit.low(value);
  const high = emit.high(value);
  const distance = emit.low(amount);
  const within = emit.binary('and', distance, 63);
  const inverse = emit.binary('xor', within, 63);
  const isLong = emit.compare('ugt', distance, 63);
  if (operation === 'shl') {
    const shiftedLow = emit.binary('shl', low, within);
    const kept = emit.binary('shl', high, within);
    const entering = emit.binary('lshr', emit.binary('lshr', low, 1), inverse);
    const shiftedHigh = emit.binary('or', kept, entering);
    emit.join(emit.select(isLong, 0, shiftedLow), emit.select(isLong, shiftedLow, shiftedHigh), name);
    return;
  }
  const shiftedHigh = emit.binary(operation, high, within);
  const kept = emit.binary('lshr', low, within);
  const entering = emit.binary('shl', emit.binary('shl', high, 1), inverse);
  const shiftedLow = emit.binary('or', kept, entering);
  const resultLow = emit.select(isLong, shiftedHigh, shiftedLow);
  const filling = operation === 'ashr' ? emit.binary('ashr', high, 63) : 0;
  emit.join(resultLow, emit.select(isLong, filling, shiftedHigh), name);
}

/** Signed division or remainder: SBPF has unsigned ones only. */
export function divideSigned(emit, operation, type, a, b, name) {
  const signBit = Number(type.slice(1)) - 1;
  const aSign = emit.binary('ashr', a, signBit, type);
  const bSign = emit.binary('ashr', b, signBit, type);
  const aMagnitude = emit.binary('sub', emit.binary('xor', a, aSign, type), aSign, type);
  const bMagnitude = emit.binary('sub', emit.binary('xor', b, bSign, type), bSign, type);
  const unsigned = operation === 'sdiv' ? 'udiv' : 'urem';
  const magnitude = emit.binary(unsigned, aMagnitude, bMagnitude, type);
  // A quotient is negative if the signs differ, a remainder if the dividend is.
  const sign = operation === 'sdiv' ? emit.binary('xor', aSign, bSign, type) : aSign;
  emit.value(`sub ${type} ${emit.binary('xor', magnitude, sign, type)}, ${sign}`, name);
}
