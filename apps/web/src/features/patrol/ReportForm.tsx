// 上报火情. A failure keeps the input; each fault is shown at its field.

import { characterCount } from '@lookout/domain';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { readEntry } from '../../globe/position-entry.ts';
import { marks } from '../../shared/text/marks.ts';
import { dmsText } from '../../shared/text/position-text.ts';
import type { Ask } from './AskDialog.tsx';
import { useMessages } from './messages.ts';
import type { Notice } from './PatrolPage.tsx';
import { PhotoField } from './PhotoField.tsx';
import { type PositionFault, searchPhonePosition, whyNoPhonePosition } from './phone-position.ts';
import {
  checkDraft,
  type Draft,
  type DraftPhoto,
  FIELDS,
  type FormFaults,
  isEmpty,
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
  /** Photos are uploaded while the rest is being written. */
  readonly online: boolean;
  readonly ask: Ask;
  readonly notify: (notice: Notice) => void;
  /** The report is sent or queued, or the form is to be cleared. */
  readonly onDone: () => void;
}

export function ReportForm({ device, draft, change, online, ask, notify, onDone }: Props) {
  const all = useMessages();
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
          taken && withoutPosition ? { lng: taken.lng.toFixed(6), lat: taken.lat.toFixed(6), fix: { source: 'photo' } as const } : {};
        return { ...before, ...position, photos };
      });
    } catch (error) {
      const verdict = verdictOf(error);
      // Without an answer it is uploaded with the report; a refusal is shown now, while the ranger can still act on it.
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
    if (online) for (const photo of added) void uploadAhead(photo);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    const checked = checkDraft(draft, Date.now());
    if (!checked.ok) return show(messagesOf(checked.faults, messages));
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
      <PositionField draft={draft} fault={faults.position} disabled={sending} onPosition={(position) => typed(position, 'position')} />
      <div className="patrol-field plain-field">
        <label htmlFor={ids.description}>{messages.description}</label>
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

// 火情位置: from the phone, from a photo, or typed; the parsed position is shown in degrees, minutes and seconds.
type PositionPart = Pick<Draft, 'lng' | 'lat' | 'fix'>;

interface PositionFieldProps {
  readonly draft: PositionPart;
  readonly fault: string | undefined;
  readonly disabled: boolean;
  readonly onPosition: (position: PositionPart) => void;
}

/** A less accurate position gets a warning: it may be the wrong valley. */
const WIDE_METRES = 200;

function PositionField({ draft, fault, disabled, onPosition }: PositionFieldProps) {
  const { form: messages } = useMessages();
  const [never] = useState(() => whyNoPhonePosition(window));
  const [searching, setSearching] = useState(false);
  const [phoneFault, setPhoneFault] = useState<PositionFault | null>(never);
  const stop = useRef<(() => void) | null>(null);
  const take = useRef(onPosition);
  const id = useId();
  const { lng, lat, fix } = draft;
  const read = readEntry(lng, lat);

  useEffect(() => {
    take.current = onPosition;
  });
  useEffect(() => () => stop.current?.(), []);

  const halt = () => {
    stop.current?.();
    stop.current = null;
    setSearching(false);
  };
  const locate = () => {
    halt();
    setPhoneFault(null);
    setSearching(true);
    stop.current = searchPhonePosition({
      geolocation: navigator.geolocation,
      setTimeout: (run, ms) => window.setTimeout(run, ms),
      clearTimeout: (handle) => window.clearTimeout(handle),
      onPosition: (position) =>
        take.current({
          lng: position.lng.toFixed(6),
          lat: position.lat.toFixed(6),
          fix: { source: 'phone', accuracyMetres: position.accuracyMetres },
        }),
      onEnd: (why) => {
        stop.current = null;
        setSearching(false);
        setPhoneFault(why);
      },
    });
  };
  /** Typing cancels a running position search. */
  const type = (part: Partial<PositionPart>) => {
    halt();
    onPosition({ lng, lat, ...part, fix: null });
  };

  return (
    <fieldset className="patrol-field plain-field">
      <legend>{messages.position}</legend>
      {never === null && (
        <button type="button" className="plain-button patrol-locate" disabled={disabled || searching} onClick={locate}>
          <Crosshair />
          {searching ? messages.locating : fix?.source === 'phone' ? messages.locateAgain : messages.locate}
        </button>
      )}
      {phoneFault && (
        <p className="patrol-hint" role="status">
          {messages.phoneFaults[phoneFault]}
        </p>
      )}
      <div className="patrol-pair">
        {(['lng', 'lat'] as const).map((field) => (
          <label key={field}>
            {messages[field]}
            <input
              data-field={field === 'lng' ? 'position' : undefined}
              value={draft[field]}
              placeholder={messages[`${field}Placeholder`]}
              autoComplete="off"
              spellCheck={false}
              disabled={disabled}
              aria-invalid={fault !== undefined}
              aria-describedby={`${id}f ${id}r`}
              onChange={(event) => type({ [field]: event.target.value })}
            />
          </label>
        ))}
      </div>
      <p id={`${id}f`} className="patrol-fault">
        {fault}
      </p>
      <div id={`${id}r`} className="patrol-second">
        {!read.ok && <p>{messages.manners}</p>}
        {read.ok && (
          <p className="tabular">
            {messages.reads} {dmsText(read)}
            {marks().brackets('WGS84')}
          </p>
        )}
        {fix?.source === 'phone' && (
          <>
            <p data-wide={fix.accuracyMetres > WIDE_METRES}>{messages.byPhone(fix.accuracyMetres)}</p>
            {fix.accuracyMetres > WIDE_METRES && <p className="patrol-hint">{messages.wide}</p>}
            <p>{messages.notAtFire}</p>
          </>
        )}
        {fix?.source === 'photo' && <p>{messages.byPhoto}</p>}
      </div>
    </fieldset>
  );
}

const Crosshair = () => (
  <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
    <circle cx="12" cy="12" r="6" />
    <path d="M12 2v5M12 17v5M2 12h5M17 12h5" />
  </svg>
);
