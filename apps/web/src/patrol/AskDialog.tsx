// The page's confirmation dialog. One is open at a time, as a native <dialog>, so that nothing is loaded on a bad connection.
import { useEffect, useId, useRef } from 'react';

export interface Question {
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  /** True for an action that cannot be undone. */
  readonly danger?: boolean;
  readonly onYes: () => void;
  readonly onNo?: () => void;
}

export type Ask = (question: Question) => void;

export function AskDialog({ question, onClose }: { readonly question: Question; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const answer = (then: (() => void) | undefined) => {
    onClose();
    then?.();
  };
  return (
    <dialog
      ref={dialog}
      className="patrol-ask"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        answer(question.onNo);
      }}
    >
      <p id={id}>{question.text}</p>
      <div className="patrol-actions">
        <button type="button" className="plain-button" onClick={() => answer(question.onNo)}>
          {question.no}
        </button>
        <button
          type="button"
          className={question.danger ? 'plain-button patrol-danger' : 'plain-button plain-primary'}
          onClick={() => answer(question.onYes)}
        >
          {question.yes}
        </button>
      </div>
    </dialog>
  );
}
