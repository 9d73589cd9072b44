// The bearings that were taken, one for each camera, and the triangulation of them.
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
import { LEAST_BEARINGS, type Triangulated, useLocating, useLocatingStore } from './locating-store.ts';
import { useLocatingMessages } from './messages.ts';

type ShowPlace = (place: { readonly lng: number; readonly lat: number }) => void;

/** Of `YYYY-MM-DD HH:mm:ss`, the time of day. */
const CLOCK_FROM = 11;

export function BearingTray({ onShow }: { readonly onShow?: ShowPlace | undefined }) {
  const messages = useLocatingMessages();
  const client = useClient();
  const locating = useLocatingStore();
  const tray = useLocating((state) => state.tray);
  const triangulation = useLocating((state) => state.triangulation);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said of other bearings is not said of these
  useEffect(() => setFailure(null), [tray]);

  const triangulate = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const found = await client.sights.triangulate({
        body: { bearings: tray.map(({ camera, horizontal }) => ({ cameraId: camera.id, horizontal })) },
        silent: true,
      });
      // A bearing that came or went meanwhile makes it another triangulation.
      if (locating.store.getState().tray === tray) locating.setTriangulation(found);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailure(error.message || messages.triangulationFailed);
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className="located" aria-label={messages.tray}>
      <h3>{messages.tray}</h3>
      {tray.length < LEAST_BEARINGS && <p className="located-note">{tray.length === 0 ? messages.trayEmpty : messages.trayOne}</p>}
      <ul className="bearing-tray">
        {tray.map(({ camera, azimuth, at }) => (
          <li key={camera.id}>
            <span>{camera.name}</span>
            <span className="tabular">{messages.bearing(angleText(azimuth), formatTime(new Date(at)).slice(CLOCK_FROM))}</span>
            <IconButton label={messages.drop(camera.name)} icon={<CloseOutlined />} onClick={() => locating.dropBearing(camera.id)} />
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
          <Button type="primary" disabled={tray.length < LEAST_BEARINGS || isBusy} onClick={() => void triangulate()}>
            {isBusy ? messages.triangulating : messages.triangulate}
          </Button>
          <Button onClick={locating.clearTray}>{messages.clearTray}</Button>
        </div>
      )}
      {triangulation && <Triangulation triangulation={triangulation} onShow={onShow} />}
    </section>
  );
}

function Triangulation({ triangulation, onShow }: { readonly triangulation: Triangulated; readonly onShow?: ShowPlace | undefined }) {
  const messages = useLocatingMessages();
  const locating = useLocatingStore();
  const hasFire = useLocating((state) => state.located !== null);
  const { lng, lat, height, semiMajor, semiMinor, orientation } = triangulation;
  return (
    <div className="triangulated">
      <h4>{messages.triangulated}</h4>
      <dl className="tabular">
        <dt>{messages.place}</dt>
        <dd>
          {formatDecimal(lng)}, {formatDecimal(lat)}
        </dd>
        <dt>{messages.dms}</dt>
        <dd>
          {formatDms(lng, 'lng')} {formatDms(lat, 'lat')}
        </dd>
        {height !== null && (
          <>
            <dt>{messages.height}</dt>
            <dd>{messages.metres(Math.round(height))}</dd>
          </>
        )}
        <dt>{messages.ellipse}</dt>
        <dd>{messages.axes(rangeText(semiMajor, messages), rangeText(semiMinor, messages), `${Math.round(orientation)}°`)}</dd>
      </dl>
      <div className="located-acts">
        {hasFire && <Button onClick={() => locating.correct({ lng, lat })}>{messages.takeTriangulation}</Button>}
        {onShow && <Button onClick={() => onShow({ lng, lat })}>{messages.showOnMap}</Button>}
      </div>
    </div>
  );
}
