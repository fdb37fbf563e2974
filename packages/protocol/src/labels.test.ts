import { describe, expect, it } from 'vitest';
import { LABELS } from './labels.js';

const labels = Object.values(LABELS);

describe('labels', () => {
  it.each(labels)('%s is no prefix of another, so two kinds of message are never equal', (label) => {
    expect(labels.filter((other) => other.startsWith(label))).toEqual([label]);
  });

  it.each(labels)('%s is upper-case ASCII with its version', (label) => {
    expect(label).toMatch(/^SVC_[A-Z0-9_]+_V[12]$/);
  });
});
