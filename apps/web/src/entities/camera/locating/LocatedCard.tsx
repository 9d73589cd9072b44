// What a click in the picture found: the place in all forms, how far, and how sure; corrected by hand, and made an alarm of.
import { distanceMetres, formatDecimal, formatDms } from '@lookout/geo';
import { Button, Popconfirm } from 'antd';
import { PlaceText } from '../../../shared/PlaceText.tsx';
import './locating.css';
import { angleText, rangeText } from './located-text.ts';
import { type Located, useLocating, useLocatingDesk } from './locating-desk.ts';
import { useRaise } from './use-raise.ts';
import { useLocatingWords } from './words.ts';

interface Props {
  readonly located: Located;
  /** Flies there; absent where there is no map. */
  readonly onShow?: ((place: { readonly lng: number; readonly lat: number }) => void) | undefined;
  readonly onRaised?: (() => void) | undefined;
}

export function LocatedCard({ located, onShow, onRaised }: Props) {
  const words = useLocatingWords();
  const desk = useLocatingDesk();
  const corrected = useLocating((state) => state.corrected);
  const { isBusy, failure, raise } = useRaise(onRaised);
  const place = corrected ?? located;
  const range = (metres: number) => rangeText(metres, words);
  return (
    <section className="located" aria-label={words.title}>
      <h3>{words.title}</h3>
      <dl className="tabular">
        <dt>{words.camera}</dt>
        <dd>{located.camera.name}</dd>
        <dt>{words.place}</dt>
        <dd>
          {formatDecimal(place.lng)}, {formatDecimal(place.lat)}
        </dd>
        <dt>{words.dms}</dt>
        <dd>
          {formatDms(place.lng, 'lng')} {formatDms(place.lat, 'lat')}
        </dd>
        {corrected === null && (
          <>
            <dt>{words.height}</dt>
            <dd>{words.metres(Math.round(located.height))}</dd>
          </>
        )}
        <dt>{words.distance}</dt>
        <dd>{range(corrected === null ? located.distance : distanceMetres(located.eye, corrected))}</dd>
        <dt>{words.band}</dt>
        <dd>{words.bandOf(range(located.band.near), range(located.band.far))}</dd>
        <dt>{words.azimuth}</dt>
        <dd>{angleText(located.azimuth)}</dd>
        <dt>{words.reported}</dt>
        <dd>{words.angles(angleText(located.horizontal), angleText(located.vertical))}</dd>
      </dl>
      <div className="located-correct stack">
        <span aria-hidden="true">{words.correct}</span>
        <PlaceText key={located.key} label={words.correct} value={place} onChange={(typed) => typed && desk.correct(typed)} />
      </div>
      {corrected && (
        <p className="located-note" role="status">
          {words.corrected(range(distanceMetres(located, corrected)))}{' '}
          <button type="button" className="link-button" onClick={() => desk.correct(null)}>
            {words.undo}
          </button>
        </p>
      )}
      {located.camera.monitorId === null && <p className="located-note">{words.noMonitor}</p>}
      {failure && (
        <p className="field-fault" role="alert">
          {failure}
        </p>
      )}
      <div className="located-acts">
        <Popconfirm
          title={words.raiseAsk}
          description={words.raiseHint}
          okText={words.raise}
          okButtonProps={{ danger: true }}
          disabled={isBusy || located.camera.monitorId === null}
          onConfirm={() => raise(located)}
        >
          <Button type="primary" disabled={isBusy || located.camera.monitorId === null} aria-busy={isBusy}>
            {isBusy ? words.raising : words.raise}
          </Button>
        </Popconfirm>
        {onShow && <Button onClick={() => onShow(place)}>{words.showOnMap}</Button>}
        <Button onClick={desk.putAside}>{words.putAside}</Button>
      </div>
    </section>
  );
}
