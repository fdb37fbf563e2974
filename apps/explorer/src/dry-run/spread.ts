import type { SimulatedNode, Simulation } from '@oracle-gateway/client';
import { formatScaled, parseDecimal } from '@oracle-gateway/protocol';

const SCALE = 36;

/** A node that saw a value, beside the value that is signed. */
export interface SpreadRow {
  readonly nodeIndex: number;
  readonly value: string;
  /** Such as `+0.006 %`; empty beside zero. */
  readonly distance: string;
  /** Place on the band, 0 at its lowest end and 100 at its highest. */
  readonly place: number;
  readonly latencyMs: number;
}

export interface Spread {
  /** The value that a round would sign; without one the lower median of what the nodes saw. */
  readonly centre: string;
  readonly rows: readonly SpreadRow[];
  /** Distance from the lowest to the highest, as a part of it. */
  readonly width: string;
  /** The longest that a node took. */
  readonly slowestMs: number;
}

type Seen = Extract<SimulatedNode, { readonly value: string }>;

/** Undefined where no node saw a value. @param allowedBps half of the band; of the widest distance without it */
export function spreadOf(
  { nodes, wouldSign }: Pick<Simulation, 'nodes' | 'wouldSign'>,
  allowedBps: number | undefined,
): Spread | undefined {
  const seen = nodes.filter((node): node is Seen => 'value' in node).map((node) => ({ node, number: scaledValue(node.value) }));
  const sorted = seen.toSorted((a, b) => (a.number < b.number ? -1 : Number(a.number > b.number)));
  const [lowest, highest, middle] = [sorted[0], sorted.at(-1), sorted[Math.floor((sorted.length - 1) / 2)]];
  if (lowest === undefined || highest === undefined || middle === undefined) return undefined;
  // A round takes the median of as many nodes as sign, and a dry run asks more.
  const centre = wouldSign?.value ?? middle.node.value;
  const at = scaledValue(centre);
  const widest = [at - lowest.number, highest.number - at].reduce((a, b) => (a > b ? a : b));
  const half = allowedBps === undefined ? widest : (absolute(at) * BigInt(allowedBps)) / 10_000n;
  return {
    centre,
    width: shareText(highest.number - lowest.number, at),
    slowestMs: Math.max(...nodes.map(({ latencyMs }) => latencyMs)),
    rows: seen.map(({ node: { nodeIndex, value, latencyMs }, number }) => ({
      ...{ nodeIndex, value, latencyMs },
      distance: distanceText(number - at, at),
      place: placeOn(number - at, half),
    })),
  };
}

function distanceText(distance: bigint, centre: bigint): string {
  if (centre === 0n) return '';
  const sign = distance === 0n ? '' : distance < 0n ? '−' : '+';
  return `${sign}${shareText(distance, centre)}`;
}

/** A node beyond the band is at its end. */
function placeOn(distance: bigint, half: bigint): number {
  if (half === 0n) return distance === 0n ? 50 : distance < 0n ? 0 : 100;
  const place = 50 + Number((distance * 5_000n) / half) / 100;
  return Math.min(100, Math.max(0, place));
}

/** `value × 10^36` of a decimal text. */
export function scaledValue(text: string): bigint {
  const { mantissa, exponent } = parseDecimal(text);
  const shift = exponent + SCALE;
  return shift >= 0 ? mantissa * 10n ** BigInt(shift) : mantissa / 10n ** BigInt(-shift);
}

/** A part of a whole as a percentage, such as `0.02 %`: two digits, or three below a hundredth. */
export function shareText(part: bigint, whole: bigint): string {
  if (whole === 0n) return 'from zero';
  const thousandths = (absolute(part) * 100_000n) / absolute(whole);
  if (thousandths === 0n) return part === 0n ? '0 %' : 'less than 0.001 %';
  return `${thousandths < 10n ? formatScaled(thousandths, 3) : (Number(thousandths) / 1_000).toFixed(2)} %`;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
