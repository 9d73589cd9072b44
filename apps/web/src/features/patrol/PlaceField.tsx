// 火情位置: from the phone, from a photo, or typed; what is understood is read back in degrees, minutes and seconds.
import { formatDms } from '@lookout/geo';
import { useEffect, useId, useRef, useState } from 'react';
import { readEntry } from '../../globe/place-entry.ts';
import { marks } from '../../shared/text/marks.ts';
import { useMessages } from './messages.ts';
import { type PlaceFault, searchPhonePlace, whyNoPhonePlace } from './phone-place.ts';
import type { Draft } from './report.ts';

type PlacePart = Pick<Draft, 'lng' | 'lat' | 'fix'>;

interface Props {
  readonly draft: PlacePart;
  readonly fault: string | undefined;
  readonly disabled: boolean;
  readonly onPlace: (place: PlacePart) => void;
}

/** Beyond this an officer would look in the wrong valley. */
const WIDE_METRES = 200;

export function PlaceField({ draft, fault, disabled, onPlace }: Props) {
  const { form: messages } = useMessages();
  const [never] = useState(() => whyNoPhonePlace(window));
  const [searching, setSearching] = useState(false);
  const [phoneFault, setPhoneFault] = useState<PlaceFault | null>(never);
  const stop = useRef<(() => void) | null>(null);
  const take = useRef(onPlace);
  const id = useId();
  const { lng, lat, fix } = draft;
  const read = readEntry(lng, lat);

  useEffect(() => {
    take.current = onPlace;
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
    stop.current = searchPhonePlace({
      geolocation: navigator.geolocation,
      setTimeout: (run, ms) => window.setTimeout(run, ms),
      clearTimeout: (handle) => window.clearTimeout(handle),
      onPlace: (place) =>
        take.current({
          lng: place.lng.toFixed(6),
          lat: place.lat.toFixed(6),
          fix: { source: 'phone', accuracyMetres: place.accuracyMetres },
        }),
      onEnd: (why) => {
        stop.current = null;
        setSearching(false);
        setPhoneFault(why);
      },
    });
  };
  /** A person who types knows better than the search that still runs. */
  const type = (part: Partial<PlacePart>) => {
    halt();
    onPlace({ lng, lat, ...part, fix: null });
  };

  return (
    <fieldset className="patrol-field plain-field">
      <legend>{messages.place}</legend>
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
              data-field={field === 'lng' ? 'place' : undefined}
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
            {messages.reads} {formatDms(read.lng, 'lng')} {formatDms(read.lat, 'lat')}
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
