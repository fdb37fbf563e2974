import { ruleOf, type Subject } from '@oracle-gateway/protocol/internal';
import { spanText } from '../words/times.js';

/** The rule by which nodes agree, in words. `nodes`: how many there are; undefined until it is known. */
export function ruleText(subject: Subject, { quorum, nodes }: { readonly quorum: number; readonly nodes: number | undefined }): string {
  const signed = nodes === undefined ? `${quorum} nodes sign` : `${quorum} of ${nodes} nodes sign`;
  const rule = ruleOf(subject);
  if (rule === undefined) return `every signing node sees the same number; ${signed}`;
  const { combine } = subject;
  const sources = combine === undefined ? '' : ` of at least ${combine.minSources} of ${subject.sources.length} sources`;
  const besides = rule.maxDeviation === undefined ? '' : ` or ${rule.maxDeviation}`;
  const isEqual = rule.maxDeviationBps === 0 && besides === '';
  const spread = isEqual ? 'where all are equal' : `within ${percentText(rule.maxDeviationBps)}${besides}`;
  return `the median${sources}, ${spread}, at most ${spanText(rule.maxAgeMs)} old; ${signed}`;
}

/** Basis points as per cent. */
function percentText(basisPoints: number): string {
  return `${(basisPoints / 100).toFixed(2)} %`;
}
