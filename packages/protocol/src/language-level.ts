import { type ApiConfig, ApiConfigError } from './api-config-outline.js';
import { stepsOf } from './transform/parse-transform.js';

/** The level of steps and members that this version reads. Each release that adds a step or a member of `apiConfig` has the next level. */
export const SOURCE_LANGUAGE_LEVEL = 1;

/**
 * The level that a gateway of this version accepts: the one of the release before, because its nodes may be of that release. The first
 * release has none before it.
 */
export const ACCEPTED_LANGUAGE_LEVEL = 1;

/**
 * Refuses a source that nodes of the release before cannot read.
 * @param root the member that holds the configuration
 * @throws ApiConfigError
 */
export function requireAcceptedLevel({ valueTransform }: ApiConfig, root: string, accepted = ACCEPTED_LANGUAGE_LEVEL): void {
  const tooNew = valueTransform === undefined ? undefined : stepsOf(valueTransform).find(({ step }) => (step.since ?? 1) > accepted);
  if (tooNew === undefined) return;
  const rule = `${tooNew.step.name}: must wait for the next release, because not every node reads it yet`;
  throw new ApiConfigError(`${root}.valueTransform`, rule, tooNew.at);
}
