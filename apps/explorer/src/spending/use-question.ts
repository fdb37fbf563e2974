import { useMemo, useRef, useState } from 'preact/hooks';
import { type AskVisitor, DeclinedError, type Question } from './question.js';

export interface OpenQuestion extends Question {
  readonly answer: (isYes: boolean) => void;
}

export interface Questions {
  /** Question that waits for the visitor now. */
  readonly open: OpenQuestion | undefined;
  readonly ask: AskVisitor;
  /** Says no to what is open. */
  readonly decline: () => void;
}

/** One question at a time: a further one declines the one before. */
export function useQuestion(): Questions {
  const [open, setOpen] = useState<OpenQuestion | undefined>(undefined);
  const latest = useRef<OpenQuestion | undefined>(undefined);
  const asked = useMemo(() => {
    const show = (question: OpenQuestion | undefined): void => {
      latest.current = question;
      setOpen(question);
    };
    const decline = (): void => latest.current?.answer(false);
    const ask: AskVisitor = (question) =>
      new Promise((resolve, reject) => {
        decline();
        const answer = (isYes: boolean): void => {
          show(undefined);
          if (isYes) resolve();
          else reject(new DeclinedError());
        };
        show({ ...question, answer });
      });
    return { ask, decline };
  }, []);
  return { ...asked, open };
}
