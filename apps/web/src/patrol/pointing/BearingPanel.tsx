// 方位和距离: the ranger's position, the direction (typed, or from the phone's compass) and the distance estimated by eye.
import { useId } from 'react';
import { marks } from '../../shared/text/marks.ts';
import { useHeading } from '../map/use-heading.ts';
import type { LastFix } from '../position/last-fix.ts';
import { ageSeconds, type BearingEntry, isFresh, readEntry, USUAL_METRES } from './bearing.ts';
import { usePointingMessages } from './messages.ts';

interface Props {
  readonly entry: BearingEntry;
  readonly stand: LastFix | null;
  /** The ranger's position is that of the photo. */
  readonly isOfPhoto: boolean;
  /** A new position is being searched. */
  readonly isSearching: boolean;
  /** The time by the server's clock. */
  readonly now: number;
  readonly disabled: boolean;
  readonly onEntry: (entry: BearingEntry) => void;
  /** null: this phone provides no position. */
  readonly onLocate: (() => void) | null;
}

export function BearingPanel({ entry, stand, isOfPhoto, isSearching, now, disabled, onEntry, onLocate }: Props) {
  const messages = usePointingMessages();
  const { degrees: heading, ask } = useHeading();
  const id = useId();
  const { bearing, distance } = readEntry(entry);
  const faultOf = (value: number | null, text: string) => (Number.isNaN(value) ? text : undefined);
  const faults = { bearing: faultOf(bearing, messages.badBearing), distance: faultOf(distance, messages.badDistance) };
  return (
    <div className="pointing-panel">
      {isOfPhoto ? <p className="patrol-second">{messages.photoStand}</p> : <Stand stand={stand} isSearching={isSearching} now={now} />}
      {onLocate && !isSearching && (
        <button type="button" className="plain-button" disabled={disabled} onClick={onLocate}>
          {messages.locateAgain}
        </button>
      )}
      <NumberField
        id={`${id}b`}
        label={messages.bearing}
        value={entry.bearing}
        placeholder={messages.bearingPlaceholder}
        fault={faults.bearing}
        disabled={disabled}
        onType={(typed) => onEntry({ ...entry, bearing: typed, by: 'bearing' })}
      />
      <label className="pointing-check">
        <input
          type="checkbox"
          checked={entry.isMagnetic}
          disabled={disabled}
          onChange={({ target }) => onEntry({ ...entry, isMagnetic: target.checked })}
        />
        {messages.magnetic}
      </label>
      {ask && (
        <button type="button" className="plain-button" disabled={disabled} onClick={ask}>
          {messages.compass}
        </button>
      )}
      {heading !== null && (
        <>
          <button
            type="button"
            className="plain-button tabular"
            disabled={disabled}
            onClick={() => onEntry({ ...entry, bearing: String(heading % 360), isMagnetic: true, by: 'bearing' })}
          >
            {messages.takeCompass(heading % 360)}
          </button>
          <p className="patrol-second">{messages.compassHint}</p>
        </>
      )}
      <NumberField
        id={`${id}d`}
        label={messages.distance}
        value={entry.distance}
        placeholder={messages.distancePlaceholder}
        fault={faults.distance}
        disabled={disabled}
        onType={(typed) => onEntry({ ...entry, distance: typed })}
      />
      <div className="pointing-usual">
        {USUAL_METRES.map((metres) => (
          <button
            key={metres}
            type="button"
            className="plain-button"
            disabled={disabled}
            aria-pressed={distance === metres}
            onClick={() => onEntry({ ...entry, distance: String(metres) })}
          >
            {messages.usual(metres)}
          </button>
        ))}
      </div>
    </div>
  );
}

function Stand({ stand, isSearching, now }: Pick<Props, 'stand' | 'isSearching' | 'now'>) {
  const messages = usePointingMessages();
  const age = stand && ageSeconds(stand, now);
  const isUsable = stand !== null && isFresh(stand, now);
  return (
    <div className="patrol-second tabular" role="status">
      <p>
        {messages.stand}
        {marks().colon}
        {stand === null || age === null
          ? isSearching
            ? messages.standSearching
            : messages.standUnknown
          : messages.fix(messages.age(age), stand.accuracyMetres)}
        {stand !== null && isSearching && ` · ${messages.standSearching}`}
      </p>
      {isUsable && age !== null && age >= 60 && <p className="patrol-hint">{messages.walked(age)}</p>}
      {stand !== null && age !== null && !isUsable && <p className="patrol-hint">{messages.tooOld(messages.age(age))}</p>}
    </div>
  );
}

interface NumberFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly fault: string | undefined;
  readonly disabled: boolean;
  readonly onType: (typed: string) => void;
}

function NumberField({ id, label, value, placeholder, fault, disabled, onType }: NumberFieldProps) {
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        placeholder={placeholder}
        disabled={disabled}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}f`}
        onChange={({ target }) => onType(target.value)}
      />
      {fault !== undefined && (
        <p id={`${id}f`} className="patrol-fault">
          {fault}
        </p>
      )}
    </div>
  );
}
