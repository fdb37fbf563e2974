import type { SourceRule, SourceStep } from '@oracle-gateway/node-api';
import { type ApiConfig, secretNames } from '@oracle-gateway/protocol';

/** The meaning of each rule, for the `error` of a round and the `detail` of a dry run. */
const SENTENCES: Readonly<Record<SourceRule, string>> = {
  unreachable: 'the source could not be reached, or gave no usable answer',
  timed_out: 'the source did not answer in time',
  not_http: 'the source answers with a status that HTTP does not have',
  no_body: 'the answer to HEAD has no body',
  empty: 'the answer of the source is empty',
  too_large: 'the answer of the source is larger than maxBytes (256 KiB without it), or comes in too many pieces',
  too_large_here: 'too many nodes read no answer of the size that maxBytes allows',
  content_coding: 'the answer of the source has a content coding other than gzip, deflate and br',
  no_declared_end: 'the source does not say where its answer ends, so that a part would pass for the whole',
  cut_off: 'the answer of the source is cut off, or cannot be decoded',
  part_of_a_body: 'the source sends only a part of its answer, which is no value',
  redirected: 'the source redirects to another origin, or in a way that nodes do not follow',
  too_many_redirects: 'the source redirects too often',
  too_old: 'the answer of the source is older than maxAgeMs, by its own header Age',
  body_too_large: 'the answer of the source is larger than maxBytes (256 KiB without it)',
  body_not_utf8: 'the answer of the source is not UTF-8',
  body_not_json: 'responseParser needs JSON, and the answer of the source is none',
  too_costly: 'reading the answer of the source takes too many steps, or your answers take too much time of the node',
  nothing_selected: 'responseParser selects nothing in the answer of the source',
  several_selected: 'responseParser selects more than one place in the answer of the source; it must select one',
  too_many_selected: 'more than 10,000 places are selected in the answer of the source',
  not_a_number: 'what is selected is no number, no text of a decimal and no boolean',
  too_long: 'what is selected is a number of more than 128 characters',
  exponent: 'what is selected is a number with too large an exponent',
  not_found: 'a step of valueTransform looks for a text that the answer of the source does not have',
  several_found: 'a step of valueTransform needs a text that is there once, and the answer of the source has it more than once',
  not_csv: 'a step of valueTransform reads CSV, and the answer of the source is none',
  not_hex: 'a step of valueTransform reads a hexadecimal number, and finds none',
  not_a_date: 'a step of valueTransform reads a date with its zone, and finds none',
  not_grouped: 'a step of valueTransform reads a number in groups, and finds it written otherwise',
  wrong_kind: 'a step of valueTransform takes another kind of value than the answer of the source has',
  not_mapped: 'the step map of valueTransform does not name what the source answers',
  division_by_zero: 'valueTransform divides by zero',
  loses_all_digits: 'the value is not zero and would become zero',
  below_min: 'the value is below the step min of valueTransform',
  above_max: 'the value is above the step max of valueTransform',
  zero: 'the value is zero, which the step nonzero of valueTransform refuses',
  negative: 'the value is negative, which exact mode cannot sign',
  out_of_range: 'the value needs more than 256 bits',
  too_few_sources: 'fewer sources than combine.minSources have numbers that agree',
};

/** The advice by rule, status or step. A name behind the colon is the form of the caller's own text for which another hint is better. */
const HINTS = {
  unreachable: 'Check host and port of the url. The source must answer at a public address.',
  timed_out: 'Ask a faster endpoint of the source, or one with a smaller answer.',
  not_http: 'Ask another endpoint of the source.',
  no_body: 'Name another method, such as GET.',
  empty: 'Check url and method: this address answers without a body.',
  too_large:
    'Ask for less: name one item, a smaller page or fewer fields in the url. Or set maxBytes, up to 1048576. Headers have 16 KiB at most.',
  too_large_here: 'Lower maxBytes, or ask again when more nodes read so much.',
  content_coding: 'Leave out the header Accept-Encoding.',
  no_declared_end: 'Ask another endpoint: the source has to send Content-Length, or its body in chunks.',
  cut_off: 'Ask again. If it stays so, the source ends its answers early: ask another endpoint.',
  part_of_a_body: 'Leave out the header Range.',
  redirected: 'Open the url in a browser, and ask the address that it ends at, often one with https. Nodes follow to the same origin only.',
  too_many_redirects: 'Open the url in a browser, and ask the address that it ends at.',
  too_old: 'Raise maxAgeMs, or ask an endpoint that is not cached.',
  body_too_large: 'Ask for less: name one item, a smaller page or fewer fields in the url. Or set maxBytes, up to 1048576.',
  body_not_utf8: 'Ask the source for UTF-8, by a parameter of the url or the header Accept-Charset.',
  body_not_json:
    'Leave out responseParser where the answer is the number, or read the text by a step of valueTransform such as after: or csv:.',
  too_costly: 'Ask the source for a smaller answer, or less often.',
  'too_costly:wildcard': 'Name the members on the way in place of .. and *, or ask the source for a smaller answer.',
  nothing_selected: 'Compare responseParser with the answer of the source. A dry run is free, and shows how far the path matches.',
  'nothing_selected:filtered_index':
    'An index behind a filter counts within each element. Leave it out, and begin valueTransform with first or last.',
  'nothing_selected:filter': "No element passes the filter: compare its names with the answer, and remember that '1' is not 1.",
  'nothing_selected:index':
    'Compare responseParser with the answer of the source. Where a list stands in a text, read it by the step json: of valueTransform.',
  several_selected: 'Select one place, such as [0], or begin valueTransform with a choosing step such as first, sum or median.',
  'several_selected:filter': 'Add a condition to the filter, or begin valueTransform with a choosing step such as first, sum or median.',
  too_many_selected: 'Select fewer places, by a filter or by a range such as [0:100].',
  not_a_number:
    'Select the number itself, or read its text by steps of valueTransform. strip: takes away a unit or currency sign; group: and point: read separators such as a comma; hex, date and equals: read other forms.',
  'not_a_number:no_path':
    'Without responseParser the whole answer must be a number: name a path, or read the text by a step such as after:.',
  too_long: 'Ask the source for fewer digits: a number has at most 128 characters.',
  exponent: 'Select another member: the number is too large or too small to sign.',
  not_found: 'Compare the text of the step with the answer, character by character.',
  several_found: 'Give the step a longer text, or use after: or before: in place of at:.',
  not_csv: 'Name the separator as the third part of csv:, or check that the url answers CSV.',
  not_hex: 'Select the text of 1 to 64 hexadecimal digits itself; word: takes one of several.',
  not_a_date: 'Select a date such as 2026-01-31T12:00:00Z; a date without zone is never guessed.',
  not_grouped: 'Compare group: and point: with the answer: groups have exactly three digits.',
  wrong_kind: 'Select the text or number that the step takes.',
  not_mapped: 'Name every answer of the source in map:, such as map:home=1,away=2.',
  division_by_zero: 'Divide by a number that is not zero; invert fails where the source says zero.',
  loses_all_digits: 'Multiply the value in valueTransform, or use tolerance mode with more decimals.',
  'loses_all_digits:tolerance': 'Raise aggregation.numeric.decimals, or multiply the value in valueTransform.',
  below_min: 'The step did its work. Lower min: if the value is right.',
  above_max: 'The step did its work. Raise max: if the value is right.',
  zero: 'The step did its work. Leave out nonzero if zero is right.',
  negative: 'Use tolerance mode (aggregation), which signs negative numbers, or the step abs.',
  out_of_range: 'Exact mode keeps 18 decimals: divide the value in valueTransform, such as divide:1e18.',
  'out_of_range:tolerance': 'Lower aggregation.numeric.decimals, or divide the value in valueTransform.',
  too_few_sources:
    'Lower combine.minSources, raise combine.maxDeviationBps, or replace sources: a dry run of each names the one that fails.',
  status_3xx: 'Open the url in a browser, and ask the address that it ends at, often one with https. Nodes follow to the same origin only.',
  status_401: 'The source wants a credential: write it as {{secret.<name>}} in a header, and seal it.',
  'status_401:secret': 'The source refuses the credential: check it, and seal it anew.',
  sponsor_refused:
    "The provider refuses the gateway's own credential: tell the operator of this gateway, or bring a credential of your own.",
  status_402: 'The source asks for payment; pay-per-request rounds can pay it.',
  status_404: 'Check the url: the source has nothing at this address.',
  status_405: 'The source takes another method here.',
  status_429: 'The source limits its callers, and several nodes ask at once: ask less often, or bring a key of your own.',
  status_4xx: 'The source refuses this request: compare url, method and headers with its documents.',
  status_5xx: 'The source fails on its own side: ask again later, or ask another source.',
  fetch: 'Try the url yourself, and compare. A dry run is free.',
  select: 'Compare responseParser with the answer of the source. A dry run is free.',
  transform: 'Compare valueTransform with the value of the source. A dry run is free.',
  pack: 'Compare the value with the mode of the source. A dry run is free.',
  exact_values: 'The value moves between one node and the next: use tolerance mode (aggregation), or a source that changes less often.',
  tolerance_values: 'Raise maxDeviationBps where the value moves fast, and maxAgeMs where the source is slow.',
  list_values: 'Lower minValues, or give tolerance mode (aggregation) to the sources that move.',
} as const satisfies Readonly<Record<SourceRule | SourceStep, string>> & Readonly<Record<string, string>>;

/** Name of one of the gateway's hints. */
export type Hint = keyof typeof HINTS;

/** A hint is chosen by a rule, the HTTP status of the source, a step, or the way in which the values of nodes differ. */
export type HintKey = SourceRule | SourceStep | number | 'sponsor_refused' | 'exact_values' | 'tolerance_values' | 'list_values';

export const hintNames = Object.keys(HINTS) as readonly Hint[];

export function hintText(hint: Hint): string {
  return HINTS[hint];
}

export function isHint(text: unknown): text is Hint {
  return typeof text === 'string' && Object.hasOwn(HINTS, text);
}

/** The hint for what failed, by the form of the caller's own text. */
export function chooseHint(key: HintKey, config: ApiConfig | undefined): Hint {
  const name = typeof key === 'number' ? statusHint(key) : key;
  const special = config === undefined ? undefined : FORMS.find(([form, has]) => isHint(`${name}:${form}`) && has(config));
  const hint = special === undefined ? name : `${name}:${special[0]}`;
  return isHint(hint) ? hint : name;
}

/** Forms of the caller's text, and whether a source has each. */
const FORMS: readonly (readonly [string, (config: ApiConfig) => boolean])[] = [
  ['no_path', ({ responseParser }) => responseParser === undefined],
  ['filtered_index', ({ responseParser }) => /\[\?.*\]\[-?\d+\]/s.test(responseParser ?? '')],
  ['filter', ({ responseParser }) => responseParser?.includes('[?') === true],
  ['index', ({ responseParser }) => /\[-?\d+\]$/.test(responseParser ?? '')],
  ['wildcard', ({ responseParser }) => /\*|\.\./.test(responseParser ?? '')],
  ['tolerance', ({ aggregation }) => aggregation !== undefined],
  ['secret', (config) => secretNames(config).length > 0],
];

function statusHint(status: number): Extract<Hint, `status_${string}`> {
  switch (status) {
    case 401:
    case 403:
      return 'status_401';
    case 402:
      return 'status_402';
    case 404:
    case 410:
      return 'status_404';
    case 405:
      return 'status_405';
    case 429:
      return 'status_429';
    default:
      if (status >= 500) return 'status_5xx';
      return status >= 400 ? 'status_4xx' : 'status_3xx';
  }
}

const PAYMENT_REQUIRED = 402;

/** A failure in the gateway's own words. */
export function sentenceOf({
  step = 'fetch',
  rule,
  upstreamStatus,
}: {
  readonly step?: SourceStep | undefined;
  readonly rule?: SourceRule | undefined;
  readonly upstreamStatus?: number | undefined;
}): string {
  if (rule !== undefined) return SENTENCES[rule];
  if (step !== 'fetch') return `the answer of the source fails at the step ${step}`;
  if (upstreamStatus === PAYMENT_REQUIRED) return 'the source asks for payment';
  return upstreamStatus === undefined ? 'the source gave no usable answer' : `the source answered with status ${upstreamStatus}`;
}
