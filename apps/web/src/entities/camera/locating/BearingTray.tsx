// The bearings that were taken, one for each camera, and where they cross.
import { CloseOutlined } from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import { formatDecimal, formatDms } from '@lookout/geo';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { IconButton } from '../../../shared/IconButton.tsx';
import { useClient } from '../../../shared/services.ts';
import './locating.css';
import { angleText, rangeText } from './located-text.ts';
import { type Crossed, LEAST_BEARINGS, useLocating, useLocatingDesk } from './locating-desk.ts';
import { useLocatingWords } from './words.ts';

type ShowPlace = (place: { readonly lng: number; readonly lat: number }) => void;

/** Of `YYYY-MM-DD HH:mm:ss`, the time of day. */
const CLOCK_FROM = 11;

export function BearingTray({ onShow }: { readonly onShow?: ShowPlace | undefined }) {
  const words = useLocatingWords();
  const client = useClient();
  const desk = useLocatingDesk();
  const tray = useLocating((state) => state.tray);
  const crossing = useLocating((state) => state.crossing);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said of other bearings is not said of these
  useEffect(() => setFailure(null), [tray]);

  const cross = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const found = await client.sights.crossing({
        body: { bearings: tray.map(({ camera, horizontal }) => ({ cameraId: camera.id, horizontal })) },
        silent: true,
      });
      // A bearing that came or went meanwhile makes it another crossing.
      if (desk.store.getState().tray === tray) desk.setCrossing(found);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailure(error.message || words.crossFailed);
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className="located" aria-label={words.tray}>
      <h3>{words.tray}</h3>
      {tray.length < LEAST_BEARINGS && <p className="located-note">{tray.length === 0 ? words.trayEmpty : words.trayOne}</p>}
      <ul className="bearing-tray">
        {tray.map(({ camera, azimuth, at }) => (
          <li key={camera.id}>
            <span>{camera.name}</span>
            <span className="tabular">{words.bearing(angleText(azimuth), formatTime(new Date(at)).slice(CLOCK_FROM))}</span>
            <IconButton label={words.drop(camera.name)} icon={<CloseOutlined />} onClick={() => desk.dropBearing(camera.id)} />
          </li>
        ))}
      </ul>
      {failure && (
        <p className="field-fault" role="alert">
          {failure}
        </p>
      )}
      {tray.length > 0 && (
        <div className="located-acts">
          <Button type="primary" disabled={tray.length < LEAST_BEARINGS || isBusy} onClick={() => void cross()}>
            {isBusy ? words.crossing : words.cross}
          </Button>
          <Button onClick={desk.clearTray}>{words.clearTray}</Button>
        </div>
      )}
      {crossing && <Crossing crossing={crossing} onShow={onShow} />}
    </section>
  );
}

function Crossing({ crossing, onShow }: { readonly crossing: Crossed; readonly onShow?: ShowPlace | undefined }) {
  const words = useLocatingWords();
  const desk = useLocatingDesk();
  const hasFire = useLocating((state) => state.located !== null);
  const { lng, lat, height, semiMajor, semiMinor, orientation } = crossing;
  return (
    <div className="crossed">
      <h4>{words.crossed}</h4>
      <dl className="tabular">
        <dt>{words.place}</dt>
        <dd>
          {formatDecimal(lng)}, {formatDecimal(lat)}
        </dd>
        <dt>{words.dms}</dt>
        <dd>
          {formatDms(lng, 'lng')} {formatDms(lat, 'lat')}
        </dd>
        {height !== null && (
          <>
            <dt>{words.height}</dt>
            <dd>{words.metres(Math.round(height))}</dd>
          </>
        )}
        <dt>{words.ellipse}</dt>
        <dd>{words.axes(rangeText(semiMajor, words), rangeText(semiMinor, words), `${Math.round(orientation)}°`)}</dd>
      </dl>
      <div className="located-acts">
        {hasFire && <Button onClick={() => desk.correct({ lng, lat })}>{words.takeCrossing}</Button>}
        {onShow && <Button onClick={() => onShow({ lng, lat })}>{words.showOnMap}</Button>}
      </div>
    </div>
  );
}
