// 火情位置: taken from the ranger's position, a tap on the map, a direction and a distance, or a photo, or typed; the resulting position is
// shown below.
import { pointedCovariance } from '@lookout/fusion';
import { type Ellipse, ellipse95 } from '@lookout/geo';
import { Suspense, useId, useMemo } from 'react';
import { readEntry } from '../../globe/position-entry.ts';
import { ErrorBoundary } from '../../shared/ErrorBoundary.tsx';
import { lazily } from '../../shared/lazily.ts';
import { marks } from '../../shared/text/marks.ts';
import { dmsText } from '../../shared/text/position-text.ts';
import type { GridMap } from '../map/grid-map.ts';
import { useMessages } from '../messages.ts';
import type { LastFix } from '../position/last-fix.ts';
import type { DraftPhoto, Fix } from '../report.ts';
import { BearingPanel } from './BearingPanel.tsx';
import { ageSeconds, isFresh } from './bearing.ts';
import { usePointingMessages } from './messages.ts';
import { isOldPhoto, type PhotoSight } from './photo-sight.ts';
import { type Manner, type PositionPart, usePointing } from './use-pointing.ts';

const PointMap = lazily(async () => (await import('./PointMap.tsx')).PointMap);

interface Props {
  readonly draft: PositionPart;
  readonly fault: string | undefined;
  readonly disabled: boolean;
  readonly gridMap: GridMap | null;
  /** Used while a new position is slow to arrive; null: none. */
  readonly lastFix: LastFix | null;
  /** The photos of the report, whose directions may point at the fire. */
  readonly photos: readonly Pick<DraftPhoto, 'key' | 'sight'>[];
  readonly onPosition: (position: PositionPart) => void;
}

/** A less accurate position gets a warning: it may be the wrong valley. */
const WIDE_METRES = 200;

export function PositionField({ draft, fault, disabled, gridMap, lastFix, photos, onPosition }: Props) {
  const { form: messages } = useMessages();
  const texts = usePointingMessages();
  const { lng, lat, fix } = draft;
  const pointing = usePointing(fix, lastFix, onPosition);
  const { manner, phone, stand, now } = pointing;
  const isLocating = phone.isSearching && manner === null;
  const isPhoneSlow = manner === null && (phone.isSearching || phone.fault !== null) && fix?.source !== 'phone';
  const place = useMemo(() => {
    const entered = readEntry(lng, lat);
    return entered.ok ? { lng: entered.lng, lat: entered.lat } : null;
  }, [lng, lat]);
  const ellipse = useMemo(
    () => (place && fix?.source === 'pointed' ? ellipse95(pointedCovariance(fix.pointing, place)) : null),
    [place, fix],
  );
  return (
    <fieldset className="patrol-field plain-field">
      <legend>{messages.position}</legend>
      {phone.never === null && (
        <button type="button" className="plain-button patrol-locate" disabled={disabled || isLocating} onClick={pointing.locate}>
          <Crosshair />
          {isLocating ? messages.locating : fix?.source === 'phone' ? messages.locateAgain : messages.locate}
        </button>
      )}
      {phone.fault && (
        <p className="patrol-hint" role="status">
          {messages.phoneFaults[phone.fault]}
        </p>
      )}
      {isPhoneSlow && lastFix && <LastFixLine last={lastFix} now={now} disabled={disabled} onUse={() => pointing.takeLast(lastFix)} />}
      <div className="patrol-pair pointing-manners">
        {MANNERS.map((one) => (
          <button
            key={one}
            type="button"
            className="plain-button"
            aria-expanded={manner === one}
            disabled={disabled}
            onClick={() => pointing.choose(one)}
          >
            {texts.manners[one]}
          </button>
        ))}
      </div>
      <PhotoSights photos={photos} disabled={disabled} onPoint={pointing.pointByPhoto} />
      {manner === 'map' && <p className={gridMap ? 'patrol-second' : 'patrol-hint'}>{gridMap ? texts.tap : texts.noMap}</p>}
      {manner === 'bearing' && (
        <BearingPanel
          entry={pointing.entry}
          stand={stand}
          isOfPhoto={pointing.isStandOfPhoto}
          isSearching={phone.isSearching}
          now={now}
          disabled={disabled}
          onEntry={pointing.type}
          onLocate={phone.never === null ? pointing.relocate : null}
        />
      )}
      {manner !== null && gridMap && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <PointMap
              gridMap={gridMap}
              label={texts.map}
              stand={stand}
              place={place}
              ellipse={ellipse}
              onPoint={manner === 'map' && !disabled ? pointing.tap : undefined}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      <CoordinateFields
        draft={draft}
        fault={fault}
        disabled={disabled}
        ellipse={ellipse}
        onType={(part) => {
          // Typing cancels a running position search.
          phone.halt();
          onPosition({ lng, lat, ...part, fix: null });
        }}
      />
    </fieldset>
  );
}

const MANNERS = ['map', 'bearing'] as const satisfies readonly Manner[];

interface CoordinateProps extends Pick<Props, 'draft' | 'fault' | 'disabled'> {
  readonly ellipse: Ellipse | null;
  readonly onType: (part: Partial<Pick<PositionPart, 'lng' | 'lat'>>) => void;
}

/** The position that was read, typed or found: its two numbers, and below them their source. */
function CoordinateFields({ draft, fault, disabled, ellipse, onType }: CoordinateProps) {
  const { form: messages } = useMessages();
  const texts = usePointingMessages();
  const id = useId();
  const read = readEntry(draft.lng, draft.lat);
  return (
    <>
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
              onChange={(event) => onType({ [field]: event.target.value })}
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
        <FixLines fix={draft.fix} />
        {ellipse && <p className="tabular">{texts.doubt(ellipse)}</p>}
      </div>
    </>
  );
}

interface LastFixProps {
  readonly last: LastFix;
  readonly now: number;
  readonly disabled: boolean;
  readonly onUse: () => void;
}

/** The last position with its age, while the phone is slow to get a new one. */
function LastFixLine({ last, now, disabled, onUse }: LastFixProps) {
  const messages = usePointingMessages();
  const age = ageSeconds(last, now);
  if (!isFresh(last, now)) return <p className="patrol-second">{messages.tooOld(messages.age(age))}</p>;
  return (
    <div className="pointing-last">
      <p className="patrol-second tabular">{messages.lastFix(messages.fix(messages.age(age), last.accuracyMetres))}</p>
      <button type="button" className="plain-button" disabled={disabled} onClick={onUse}>
        {messages.useLastFix}
      </button>
    </div>
  );
}

interface PhotoSightsProps extends Pick<Props, 'photos' | 'disabled'> {
  readonly onPoint: (sight: PhotoSight) => void;
}

/** The directions of the photos. A photo without one, or one several days old, shows why it cannot be used. */
function PhotoSights({ photos, disabled, onPoint }: PhotoSightsProps) {
  const messages = usePointingMessages();
  const read = photos.flatMap(({ key, sight }, index) => (sight === undefined ? [] : [{ key, sight, number: index + 1 }]));
  const usable = read.filter(({ sight }) => sight.directionDegrees !== null && !isOldPhoto(sight, Date.now()));
  if (read.length === 0) return null;
  if (usable.length === 0)
    return (
      <p className="patrol-hint">
        {read.some(({ sight }) => isOldPhoto(sight, Date.now())) ? messages.photoOld : messages.photoNoDirection}
      </p>
    );
  return (
    <div className="pointing-last">
      {usable.map(({ key, sight, number }) => (
        <button key={key} type="button" className="plain-button" disabled={disabled} onClick={() => onPoint(sight)}>
          {messages.photoDirection(number, sight.directionDegrees ?? 0)}
        </button>
      ))}
      {usable.some(({ sight }) => sight.north === null) && <p className="patrol-second">{messages.photoNorth}</p>}
    </div>
  );
}

/** The source of the position, and how far it may be off. */
function FixLines({ fix }: { readonly fix: Fix | null }) {
  const { form: messages } = useMessages();
  const pointing = usePointingMessages();
  if (fix === null) return null;
  if (fix.source === 'photo') return <p>{messages.byPhoto}</p>;
  if (fix.source === 'pointed') {
    const { azimuthDegrees, distanceMetres, declinationDegrees } = fix.pointing;
    const isAngle = azimuthDegrees !== null && distanceMetres !== null;
    return (
      <p className="tabular">{isAngle ? pointing.pointed(azimuthDegrees, distanceMetres, declinationDegrees) : pointing.pointedOnMap}</p>
    );
  }
  const { accuracyMetres, ageSeconds: age = 0 } = fix;
  const isWide = accuracyMetres > WIDE_METRES;
  return (
    <>
      <p data-wide={isWide}>
        {messages.byPhone(accuracyMetres)}
        {age >= 60 && marks().brackets(pointing.age(age))}
      </p>
      {isWide && <p className="patrol-hint">{messages.wide}</p>}
      <p>{messages.notAtFire}</p>
    </>
  );
}

const Crosshair = () => (
  <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
    <circle cx="12" cy="12" r="6" />
    <path d="M12 2v5M12 17v5M2 12h5M17 12h5" />
  </svg>
);
