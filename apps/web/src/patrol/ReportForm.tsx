// 上报火情. A failure keeps the input; each fault is shown at its field.

import { characterCount } from '@lookout/domain';
import { type FormEvent, useId, useRef, useState } from 'react';
import { marks } from '../shared/text/marks.ts';
import { ReadyTexts } from '../shared/text/ReadyTexts.tsx';
import type { Ask } from './AskDialog.tsx';
import type { GridMap } from './map/grid-map.ts';
import { useMessages } from './messages.ts';
import type { Notice } from './notice.ts';
import { PhotoField } from './PhotoField.tsx';
import { usePointingMessages } from './pointing/messages.ts';
import { PositionField } from './pointing/PositionField.tsx';
import { photoSight } from './pointing/photo-sight.ts';
import type { LastFix } from './position/last-fix.ts';
import {
  checkDraft,
  type Draft,
  type DraftPhoto,
  FIELDS,
  type FormFaults,
  isEmpty,
  isPhotoOfNow,
  MOST_DESCRIPTION,
  messagesOf,
  refusalFaults,
} from './report.ts';
import { verdictOf } from './send.ts';
import type { PatrolDevice } from './use-patrol-device.ts';

interface Props {
  readonly device: PatrolDevice;
  readonly draft: Draft;
  readonly change: (how: (before: Draft) => Draft) => void;
  /** Photos are uploaded while the ranger is still writing. */
  readonly online: boolean;
  /** The stored map of the grid, for locating a fire; null: none on this phone. */
  readonly gridMap: GridMap | null;
  /** The last known position of this phone; null: none. */
  readonly lastFix: LastFix | null;
  readonly ask: Ask;
  readonly notify: (notice: Notice) => void;
  /** Called when the report is sent or queued, or when the form is to be cleared. */
  readonly onDone: () => void;
}

export function ReportForm({ device, draft, change, online, gridMap, lastFix, ask, notify, onDone }: Props) {
  const all = useMessages();
  const pointing = usePointingMessages();
  const messages = all.form;
  const [faults, setFaults] = useState<FormFaults>({});
  const [sending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const ids = { description: `${id}d`, descriptionFault: `${id}df`, phone: `${id}p`, phoneFault: `${id}pf` };

  const typed = (part: Partial<Draft>, field: keyof FormFaults) => {
    change((before) => ({ ...before, ...part }));
    setFaults(({ [field]: _, form: __, ...others }) => others);
  };
  const show = (found: FormFaults) => {
    setFaults(found);
    const first = FIELDS.find((field) => found[field] !== undefined);
    if (first) form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
  };

  const uploadAhead = async (photo: DraftPhoto) => {
    try {
      const { id: uploadId, taken } = await device.upload(photo);
      change((before) => {
        if (!before.photos.some(({ key }) => key === photo.key)) return before;
        const photos = before.photos.map((one) => (one.key === photo.key ? { ...one, uploadId } : one));
        const withoutPosition = before.lng.trim() === '' && before.lat.trim() === '';
        const position =
          taken && withoutPosition && isPhotoOfNow(photo, Date.now())
            ? { lng: taken.lng.toFixed(6), lat: taken.lat.toFixed(6), fix: { source: 'photo' } as const }
            : {};
        return { ...before, ...position, photos };
      });
    } catch (error) {
      const verdict = verdictOf(error);
      // Without an answer the photo is uploaded with the report. A refusal is shown now, while the ranger can still act on it.
      if (verdict.kind === 'refused')
        setFaults((before) => ({
          ...before,
          photos: `${photo.name}${marks().colon}${refusalFaults(verdict, '').photos ?? verdict.message}`,
        }));
    }
  };
  const addPhotos = (added: readonly DraftPhoto[]) => {
    typed({ photos: [...draft.photos, ...added] }, 'photos');
    setFaults((before) => {
      const { description, ...others } = before;
      return description === messages.noContent ? others : before;
    });
    for (const photo of added) void readSight(photo);
  };
  /** Reads the photo's EXIF data before it is uploaded. Data of a photo several days old is not used. */
  const readSight = async (photo: DraftPhoto) => {
    const { readExif } = await import('./pointing/read-exif.ts');
    const seen = { ...photo, sight: photoSight(await readExif(photo.blob)) };
    change((before) => ({ ...before, photos: before.photos.map((one) => (one.key === photo.key ? { ...one, sight: seen.sight } : one)) }));
    if (online) await uploadAhead(seen);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    const checked = checkDraft(draft, Date.now());
    if (!checked.ok) return show(messagesOf(checked.faults, messages, pointing));
    setFaults({});
    setSending(true);
    try {
      const result = await device.reports.submit(checked.report);
      if (result.kind === 'refused') return show(refusalFaults(result, messages.failed));
      if (result.kind === 'not-kept') return show({ form: messages.notKept });
      notify({ text: result.kind === 'sent' ? all.sent : all.queued, tone: 'good' });
      onDone();
    } finally {
      setSending(false);
    }
  };
  const clear = () => ask({ text: messages.clearAsk, yes: messages.clearYes, no: all.cancel, danger: true, onYes: onDone });

  return (
    <form ref={form} className="patrol-card" aria-label={messages.title} noValidate onSubmit={(event) => void submit(event)}>
      <h2>{messages.title}</h2>
      <PositionField
        draft={draft}
        fault={faults.position}
        disabled={sending}
        gridMap={gridMap}
        lastFix={lastFix}
        photos={draft.photos}
        onPosition={(position) => typed(position, 'position')}
      />
      <div className="patrol-field plain-field">
        <label htmlFor={ids.description}>{messages.description}</label>
        <ReadyTexts
          kind="report"
          label={all.readyTexts}
          disabled={sending}
          onAdd={(how) => typed({ description: how(draft.description) }, 'description')}
        />
        <textarea
          id={ids.description}
          data-field="description"
          rows={4}
          value={draft.description}
          disabled={sending}
          placeholder={messages.descriptionPlaceholder}
          aria-invalid={faults.description !== undefined}
          aria-describedby={faults.description ? ids.descriptionFault : undefined}
          onChange={(event) => typed({ description: event.target.value }, 'description')}
        />
        <div className="patrol-under">
          <span id={ids.descriptionFault} className="patrol-fault">
            {faults.description}
          </span>
          <span className="patrol-second tabular">{messages.count(characterCount(draft.description), MOST_DESCRIPTION)}</span>
        </div>
      </div>
      <PhotoField
        photos={draft.photos}
        fault={faults.photos}
        disabled={sending}
        ask={ask}
        notify={notify}
        onAdd={addPhotos}
        onRemove={(key) => typed({ photos: draft.photos.filter((photo) => photo.key !== key) }, 'photos')}
      />
      <div className="patrol-field plain-field">
        <label htmlFor={ids.phone}>{messages.phone}</label>
        <input
          id={ids.phone}
          data-field="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={draft.phone}
          disabled={sending}
          placeholder={messages.phonePlaceholder}
          aria-invalid={faults.phone !== undefined}
          aria-describedby={faults.phone ? ids.phoneFault : undefined}
          onChange={(event) => typed({ phone: event.target.value }, 'phone')}
        />
        {faults.phone && (
          <p id={ids.phoneFault} className="patrol-fault">
            {faults.phone}
          </p>
        )}
      </div>
      <div role="alert">
        {faults.form && (
          <p className="note" data-tone="bad">
            {faults.form}
          </p>
        )}
      </div>
      <div className="patrol-actions patrol-submit">
        {!isEmpty(draft) && (
          <button type="button" className="plain-button" disabled={sending} onClick={clear}>
            {messages.clear}
          </button>
        )}
        <button type="submit" className="plain-button plain-primary patrol-send" disabled={sending}>
          {sending ? messages.sending : messages.send}
        </button>
      </div>
    </form>
  );
}
