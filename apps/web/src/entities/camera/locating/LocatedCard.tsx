// What a click in the picture found: the place in all forms, how far, and how sure; corrected by hand, and made an alarm of.
import { distanceMetres, formatDecimal, formatDms } from '@lookout/geo';
import { Button, Popconfirm } from 'antd';
import { PlaceText } from '../../../shared/PlaceText.tsx';
import './locating.css';
import { angleText, rangeText } from './located-text.ts';
import { type Located, useLocating, useLocatingStore } from './locating-store.ts';
import { useLocatingMessages } from './messages.ts';
import { useRaise } from './use-raise.ts';

interface Props {
  readonly located: Located;
  /** Flies there; absent where there is no map. */
  readonly onShow?: ((place: { readonly lng: number; readonly lat: number }) => void) | undefined;
  readonly onRaised?: (() => void) | undefined;
}

export function LocatedCard({ located, onShow, onRaised }: Props) {
  const messages = useLocatingMessages();
  const store = useLocatingStore();
  const corrected = useLocating((state) => state.corrected);
  const { isBusy, failure, raise } = useRaise(onRaised);
  const place = corrected ?? located;
  const range = (metres: number) => rangeText(metres, messages);
  return (
    <section className="located" aria-label={messages.title}>
      <h3>{messages.title}</h3>
      <dl className="tabular">
        <dt>{messages.camera}</dt>
        <dd>{located.camera.name}</dd>
        <dt>{messages.place}</dt>
        <dd>
          {formatDecimal(place.lng)}, {formatDecimal(place.lat)}
        </dd>
        <dt>{messages.dms}</dt>
        <dd>
          {formatDms(place.lng, 'lng')} {formatDms(place.lat, 'lat')}
        </dd>
        {corrected === null && (
          <>
            <dt>{messages.height}</dt>
            <dd>{messages.metres(Math.round(located.height))}</dd>
          </>
        )}
        <dt>{messages.distance}</dt>
        <dd>{range(corrected === null ? located.distance : distanceMetres(located.eye, corrected))}</dd>
        <dt>{messages.band}</dt>
        <dd>{messages.bandOf(range(located.band.near), range(located.band.far))}</dd>
        <dt>{messages.azimuth}</dt>
        <dd>{angleText(located.azimuth)}</dd>
        <dt>{messages.reported}</dt>
        <dd>{messages.angles(angleText(located.horizontal), angleText(located.vertical))}</dd>
      </dl>
      <div className="located-correct stack">
        <span aria-hidden="true">{messages.correct}</span>
        <PlaceText key={located.key} label={messages.correct} value={place} onChange={(typed) => typed && store.correct(typed)} />
      </div>
      {corrected && (
        <p className="located-note" role="status">
          {messages.corrected(range(distanceMetres(located, corrected)))}{' '}
          <button type="button" className="link-button" onClick={() => store.correct(null)}>
            {messages.undo}
          </button>
        </p>
      )}
      {located.camera.monitorId === null && <p className="located-note">{messages.noMonitor}</p>}
      {failure && (
        <p className="field-fault" role="alert">
          {failure}
        </p>
      )}
      <div className="located-acts">
        <Popconfirm
          title={messages.raiseAsk}
          description={messages.raiseHint}
          okText={messages.raise}
          okButtonProps={{ danger: true }}
          disabled={isBusy || located.camera.monitorId === null}
          onConfirm={() => raise(located)}
        >
          <Button type="primary" disabled={isBusy || located.camera.monitorId === null} aria-busy={isBusy}>
            {isBusy ? messages.raising : messages.raise}
          </Button>
        </Popconfirm>
        {onShow && <Button onClick={() => onShow(place)}>{messages.showOnMap}</Button>}
        <Button onClick={store.putAside}>{messages.putAside}</Button>
      </div>
    </section>
  );
}
