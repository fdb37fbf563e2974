/** Place for questions and problems. */
export const SUPPORT_URL = 'https://github.com/oracle-gateway/oracle-gateway/issues';

export type HelpExamples = readonly (readonly [line: string, meaning: string])[];

/** A text about what several commands have in common: `help <name>` prints it. */
export interface HelpTopic {
  readonly name: string;
  readonly summary: string;
  readonly text: string;
}

export function examplesText(examples: HelpExamples): string {
  return `Examples:\n${examples.map(([line, meaning]) => `  # ${meaning}\n  ${line}\n`).join('\n')}`;
}

/** The end of the help of a whole program: examples, its own paragraphs, and where to ask. */
export function helpEnding({ examples, remarks }: { readonly examples: HelpExamples; readonly remarks: readonly string[] }): string {
  return ['', examplesText(examples), ...remarks.flatMap((remark) => [remark, '']), `Questions and problems: ${SUPPORT_URL}`].join('\n');
}
