/** How many rounds may ask nodes a second time because others are late: when everything is slow, more calls make it slower. */
export interface HedgeBudget {
  /** A round comes to sign: a tenth of a hedge is earned. */
  earn(): void;
  /** False when none is left. */
  take(): boolean;
}

const EARNED_PER_ROUND = 0.1;
/** In a row, after a quiet time and at the start. */
const MAX_SAVED = 10;

export function createHedgeBudget(): HedgeBudget {
  let saved = MAX_SAVED;
  return {
    earn() {
      saved = Math.min(saved + EARNED_PER_ROUND, MAX_SAVED);
    },
    take() {
      if (saved < 1) return false;
      saved -= 1;
      return true;
    },
  };
}
