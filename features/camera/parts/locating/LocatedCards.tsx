// Cards of located positions: the position a click in the picture found, which can be corrected and raised as an alarm; the bearings taken so
// far with their triangulation; and the towers that see a position.

import { distanceMetres, type LngLat } from '@lookout/geo';
import { Coordinates } from '@lookout/web/shared/Coordinates.tsx';
import { PositionInput } from '@lookout/web/shared/PositionInput.tsx';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import { App, Button, Popconfirm } from 'antd';
import '../camera.css';
import { CloseOutlined } from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import { fileUrl, formatTime } from '@lookout/contract';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useSubmitRest } from '@lookout/web/shared/use-submit-rest.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { TriangulatedPosition } from '../../camera.ts';
import { SeeingTowers } from '../SeeingTowers.tsx';
import { angleText, LEAST_BEARINGS, type Located, useLocating, useLocatingStore } from './locating-store.ts';
import { useLocatingMessages } from './messages.ts';

interface Props {
  readonly located: Located;
  /** Flies to the position; absent on pages without a map. */
  readonly onShow?: ((position: { readonly lng: number; readonly lat: number }) => void) | undefined;
  readonly onRaised?: (() => void) | undefined;
}

export function LocatedCard({ located, onShow, onRaised }: Props) {
  const messages = useLocatingMessages();
  const store = useLocatingStore();
  const corrected = useLocating((state) => state.corrected);
  const { isBusy, failure, raise } = useRaise(onRaised);
  const position = corrected ?? located.position;
  const range = (metres: number) => distanceText(metres, messages, 'located');
  return (
    <section className="located" aria-label={messages.title}>
      <h3>{messages.title}</h3>
      <dl className="tabular">
        <dt>{messages.camera}</dt>
        <dd>{located.camera.name}</dd>
        <dt>{messages.position}</dt>
        <dd>
          <Coordinates position={position} />
        </dd>
        {corrected === null && (
          <>
            <dt>{messages.height}</dt>
            <dd>{messages.metres(Math.round(located.heightMetres))}</dd>
          </>
        )}
        <dt>{messages.distance}</dt>
        <dd>{range(corrected === null ? located.distanceMetres : distanceMetres(located.eye.position, corrected))}</dd>
        <dt>{messages.band}</dt>
        <dd>{messages.bandOf(range(located.band.nearMetres), range(located.band.farMetres))}</dd>
        <dt>{messages.azimuth}</dt>
        <dd>{angleText(located.azimuthDegrees)}</dd>
        <dt>{messages.reported}</dt>
        <dd>{messages.angles(angleText(located.horizontalDegrees), angleText(located.verticalDegrees))}</dd>
      </dl>
      <div className="located-correct stack">
        <span aria-hidden="true">{messages.correct}</span>
        <PositionInput key={located.key} label={messages.correct} value={position} onChange={(typed) => typed && store.correct(typed)} />
      </div>
      {corrected && (
        <p className="located-note" role="status">
          {messages.corrected(range(distanceMetres(located.position, corrected)))}{' '}
          <button type="button" className="link-button" onClick={() => store.correct(null)}>
            {messages.undo}
          </button>
        </p>
      )}
      {located.camera.monitoringPointId === null && <p className="located-note">{messages.noMonitor}</p>}
      {failure && (
        <p className="field-fault" role="alert">
          {failure}
        </p>
      )}
      <div className="located-actions">
        <Popconfirm
          title={messages.raiseAsk}
          description={messages.raiseHint}
          okText={messages.raise}
          okButtonProps={{ danger: true }}
          disabled={isBusy || located.camera.monitoringPointId === null}
          onConfirm={() => raise(located)}
        >
          <Button type="primary" disabled={isBusy || located.camera.monitoringPointId === null} aria-busy={isBusy}>
            {isBusy ? messages.raising : messages.raise}
          </Button>
        </Popconfirm>
        {onShow && <Button onClick={() => onShow(position)}>{messages.showOnMap}</Button>}
        <Button onClick={store.putAside}>{messages.putAside}</Button>
      </div>
    </section>
  );
}

interface Raising {
  readonly isBusy: boolean;
  readonly failure: string | null;
  readonly raise: (located: Located) => Promise<void>;
}

const monitorOf = (alarmId: string): string => `/manage/monitor?alarm=${alarmId}`;

/**
 * 报警 from a located position: takes a snapshot, raises the alarm and opens it in the monitor.
 * @param onRaised called before the alarm is opened, to close what covers the monitor
 */
function useRaise(onRaised?: () => void): Raising {
  const messages = useLocatingMessages();
  const client = useClient();
  const locating = useLocatingStore();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const rest = useSubmitRest();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /** A failed snapshot does not prevent the alarm. */
  const pictureOf = async (cameraId: string): Promise<string | null> => {
    try {
      return fileUrl((await client.video.snapshot({ body: { cameraId }, silent: true })).pictureId);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      return null;
    }
  };
  const raise = async ({ camera, horizontalDegrees, verticalDegrees, key }: Located) => {
    if (camera.monitoringPointId === null || isBusy || !rest.begin()) return;
    setBusy(true);
    setFailure(null);
    // Read once, because the user may drag the point while the calls run.
    const { corrected } = locating.store.getState();
    try {
      const picPath1 = await pictureOf(camera.id);
      const { id } = await client.alarm.raiseFromVideo({
        query: {
          monitorId: camera.monitoringPointId,
          channelId: camera.id,
          horizonAngle: horizontalDegrees,
          verticalAngle: verticalDegrees,
          ...(corrected && { longitude: corrected.lng, latitude: corrected.lat }),
          ...(picPath1 !== null && { picPath1 }),
        },
        headers: { 'idempotency-key': key },
        silent: true,
      });
      if (picPath1 === null) void message.warning(messages.raisedWithoutPicture);
      else void message.success(messages.raised);
      locating.putAside();
      onRaised?.();
      void navigate(monitorOf(id));
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailure(`${messages.raiseFailed}${marks().colon}${error.message}`);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy: isBusy || rest.resting, failure, raise };
}

type ShowOnMap = (position: { readonly lng: number; readonly lat: number }) => void;

/** Index at which the time of day begins in `YYYY-MM-DD HH:mm:ss`. */
const CLOCK_FROM = 11;

export function BearingTray({ onShow }: { readonly onShow?: ShowOnMap | undefined }) {
  const messages = useLocatingMessages();
  const client = useClient();
  const locating = useLocatingStore();
  const tray = useLocating((state) => state.tray);
  const triangulation = useLocating((state) => state.triangulation);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure belongs to the bearings it was reported for
  useEffect(() => setFailure(null), [tray]);

  const triangulate = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const found = await client.camera.triangulate({
        body: { bearings: tray.map(({ camera, horizontalDegrees }) => ({ cameraId: camera.id, horizontalDegrees })) },
        silent: true,
      });
      // Discard the result if bearings were added or dropped meanwhile.
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
        {tray.map(({ camera, azimuthDegrees, at }) => (
          <li key={camera.id}>
            <span>{camera.name}</span>
            <span className="tabular">{messages.bearing(angleText(azimuthDegrees), formatTime(new Date(at)).slice(CLOCK_FROM))}</span>
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
        <div className="located-actions">
          <Button type="primary" disabled={tray.length < LEAST_BEARINGS || isBusy} onClick={() => void triangulate()}>
            {isBusy ? messages.triangulating : messages.triangulate}
          </Button>
          <Button onClick={locating.clearTray}>{messages.clearTray}</Button>
        </div>
      )}
      {triangulation && <Triangulation triangulation={triangulation} tray={tray} onShow={onShow} />}
    </section>
  );
}

interface TriangulationProps {
  readonly triangulation: TriangulatedPosition;
  readonly tray: readonly Located[];
  readonly onShow?: ShowOnMap | undefined;
}

function Triangulation({ triangulation, tray, onShow }: TriangulationProps) {
  const messages = useLocatingMessages();
  const locating = useLocatingStore();
  const { isBusy, failure, raise } = useRaiseCrossing();
  const hasFire = useLocating((state) => state.located !== null);
  const { position, heightMetres, ellipse } = triangulation;
  return (
    <div className="triangulated">
      <h4>{messages.triangulated}</h4>
      <dl className="tabular">
        <dt>{messages.position}</dt>
        <dd>
          <Coordinates position={position} />
        </dd>
        {heightMetres !== null && (
          <>
            <dt>{messages.height}</dt>
            <dd>{messages.metres(Math.round(heightMetres))}</dd>
          </>
        )}
        <dt>{messages.ellipse}</dt>
        <dd>
          {messages.axes(
            distanceText(ellipse.semiMajorMetres, messages, 'located'),
            distanceText(ellipse.semiMinorMetres, messages, 'located'),
            `${Math.round(ellipse.azimuthDegrees)}°`,
          )}
        </dd>
      </dl>
      {failure && (
        <p className="field-fault" role="alert">
          {failure}
        </p>
      )}
      <div className="located-actions">
        {hasFire && <Button onClick={() => locating.correct(position)}>{messages.takeTriangulation}</Button>}
        {!hasFire && (
          <Popconfirm
            title={messages.raiseAsk}
            description={messages.raiseCrossingHint(tray.length)}
            okText={messages.raise}
            okButtonProps={{ danger: true }}
            disabled={isBusy}
            onConfirm={() => raise(position, tray)}
          >
            <Button type="primary" disabled={isBusy} aria-busy={isBusy}>
              {isBusy ? messages.raising : messages.raise}
            </Button>
          </Popconfirm>
        )}
        {onShow && <Button onClick={() => onShow(position)}>{messages.showOnMap}</Button>}
      </div>
    </div>
  );
}

interface RaisingCrossing {
  readonly isBusy: boolean;
  readonly failure: string | null;
  readonly raise: (position: LngLat, tray: readonly Located[]) => Promise<void>;
}

/**
 * 报警 at the intersection of the bearings of several cameras: raises an alarm for the monitoring point of the newest bearing, without a
 * picture.
 */
function useRaiseCrossing(): RaisingCrossing {
  const messages = useLocatingMessages();
  const client = useClient();
  const locating = useLocatingStore();
  const navigate = useNavigate();
  const { now } = useServices();
  const { message } = App.useApp();
  const rest = useSubmitRest();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const raise = async ({ lng, lat }: LngLat, tray: readonly Located[]) => {
    const newest = tray.at(-1);
    if (newest === undefined || isBusy || !rest.begin()) return;
    setBusy(true);
    setFailure(null);
    try {
      const { id } = await client.alarm.createMonitorAlarm({
        body: {
          ...(newest.camera.monitoringPointId !== null && { monitorId: newest.camera.monitoringPointId }),
          longitude: lng,
          latitude: lat,
          alarmDatetime: formatTime(new Date(now())),
          alarmType: messages.crossingType,
        },
        // The same bearings mean the same fire, so pressing the button again raises no second alarm.
        headers: { 'idempotency-key': tray.map(({ key }) => key).join(' ') },
        silent: true,
      });
      void message.success(messages.raised);
      locating.clearTray();
      void navigate(monitorOf(id));
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailure(`${messages.raiseFailed}${marks().colon}${error.message}`);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy: isBusy || rest.resting, failure, raise };
}

/** 哪些摄像头看得见: a position on the map and the towers that see it. */
export const Onlookers = ({ position }: { readonly position: LngLat }) => (
  <section className="located">
    <p className="located-note">
      <Coordinates position={position} />
    </p>
    <SeeingTowers position={position} />
  </section>
);
