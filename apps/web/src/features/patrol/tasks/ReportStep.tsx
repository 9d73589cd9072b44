// 现场回报: words and photos from the place, kept on the phone as they grow.
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { Ask } from '../AskDialog.tsx';
import type { Notice } from '../PatrolPage.tsx';
import { PhotoField } from '../PhotoField.tsx';
import { useDraft } from '../use-draft.ts';
import type { PatrolDevice } from '../use-patrol-device.ts';
import { useOwnTasksMessages } from './messages.ts';
import { emptyStepDraft, hasContent, MOST_TEXT, type StepDraft } from './step.ts';

interface Props {
  readonly device: PatrolDevice;
  readonly taskId: string;
  /** He has reported before. */
  readonly again: boolean;
  readonly ask: Ask;
  readonly tell: (notice: Notice) => void;
  /** @returns whether it is out of the form's hands */
  readonly onSend: (draft: StepDraft) => Promise<boolean>;
}

export function ReportStep(props: Props) {
  const { device, taskId } = props;
  const [kept, setKept] = useState<StepDraft | null>(null);
  useEffect(() => {
    let left = false;
    const empty = emptyStepDraft(device.owner, taskId);
    device.store.stepDraft(device.owner, taskId).then(
      (draft) => !left && setKept(draft ?? empty),
      // What was kept cannot be read: the form begins empty.
      () => !left && setKept(empty),
    );
    return () => {
      left = true;
    };
  }, [device, taskId]);
  return kept === null ? null : <StandingReport {...props} kept={kept} />;
}

function StandingReport({ device, taskId, again, ask, tell, onSend, kept: initial }: Props & { readonly kept: StepDraft }) {
  const messages = useOwnTasksMessages();
  const { draft, change } = useDraft(device.store.keepStepDraft, initial);
  const [fault, setFault] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const id = useId();

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!hasContent(draft)) return setFault(messages.nothingSaid);
    setFault(null);
    setSending(true);
    try {
      if (await onSend(draft)) change(() => emptyStepDraft(device.owner, taskId));
    } finally {
      setSending(false);
    }
  };

  return (
    <form className="patrol-card" aria-label={messages.reportTitle} noValidate onSubmit={(event) => void send(event)}>
      <div className="patrol-field plain-field">
        <label htmlFor={id}>{messages.reportTitle}</label>
        <textarea
          id={id}
          rows={3}
          value={draft.text}
          maxLength={MOST_TEXT}
          disabled={sending}
          placeholder={messages.reportPlaceholder}
          aria-invalid={fault !== null}
          aria-describedby={`${id}f`}
          onChange={(event) => {
            const text = event.target.value;
            setFault(null);
            change((before) => ({ ...before, text }));
          }}
        />
        <p id={`${id}f`} className="patrol-fault" role="alert">
          {fault}
        </p>
      </div>
      <PhotoField
        photos={draft.photos}
        fault={undefined}
        disabled={sending}
        ask={ask}
        tell={tell}
        onAdd={(added) => {
          setFault(null);
          change((before) => ({ ...before, photos: [...before.photos, ...added] }));
        }}
        onRemove={(key) => change((before) => ({ ...before, photos: before.photos.filter((photo) => photo.key !== key) }))}
      />
      <button
        type="submit"
        className={again ? 'plain-button patrol-wide' : 'plain-button plain-primary patrol-send patrol-wide'}
        disabled={sending}
      >
        {sending ? messages.sending : again ? messages.reportAgain : messages.steps.reported}
      </button>
    </form>
  );
}
