// 设备纠偏: a camera's north correction from several landmarks with known positions, with the residuals as evidence.

import { SetupLinks } from '@lookout/web/manifest/SetupLinks.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { Alert, Button, Empty, Select, Skeleton } from 'antd';
import type { Camera, MonitoringPoint } from '../../camera.ts';
import { Landmarks } from './Landmarks.tsx';
import { heightOf, type Residual, residualScale } from './landmarks.ts';
import { useNorthCorrectionMessages } from './messages.ts';
import { type Correction, useCorrection } from './use-correction.ts';
import '@lookout/web/globe/globe.css';
import './north-correction.css';

export function NorthCorrectionPage() {
  const messages = useNorthCorrectionMessages();
  const client = useClient();
  const url = useUrlState();
  const cameras = useCall(['device-cameras'], client.camera.cameraList, { body: {} });
  const points = useCall(['device-points'], client.camera.monitorList, { body: {} });
  const cameraId = url.get('camera');
  const camera = cameras.data?.find(({ id }) => id === cameraId);
  return (
    <div className="north-page page">
      <header>
        <div>
          <h1>{messages.title}</h1>
          <p className="hint">{messages.lead}</p>
        </div>
        <SetupLinks to={['/coverage', 'monitorConfig']} />
      </header>
      {cameras.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {cameras.isError && <LoadFailed error={cameras.error} onRetry={() => void cameras.refetch()} />}
      {cameras.data?.length === 0 && <Nothing title={messages.noCameras} hint={messages.noCamerasHint} />}
      {cameras.data && cameras.data.length > 0 && (
        <>
          <Select
            style={{ width: 420 }}
            value={camera?.id ?? null}
            placeholder={messages.pickCamera}
            aria-label={messages.camera}
            showSearch={{ optionFilterProp: 'label' }}
            options={camerasByPoint(cameras.data, points.data ?? [], messages.noPoint)}
            onChange={(id: string) => url.set({ camera: id })}
          />
          {cameraId === null && <Nothing title={messages.pickFirst} hint={messages.emptyHint} />}
          {cameraId !== null && !camera && <Alert type="warning" showIcon title={messages.unknownCamera} />}
          {camera && <CorrectCamera key={camera.id} camera={camera} />}
        </>
      )}
    </div>
  );
}

/**
 * The options of the camera select, grouped by monitoring point. If the points are not loaded, each camera is in a group without a name.
 */
function camerasByPoint(cameras: readonly Camera[], points: readonly Pick<MonitoringPoint, 'id' | 'name'>[], none: string) {
  const nameOf = new Map(points.map(({ id, name }) => [id, name]));
  const groups = Map.groupBy(cameras, ({ monitoringPointId }) => (monitoringPointId && nameOf.get(monitoringPointId)) || none);
  return [...groups].map(([label, some]) => ({
    label,
    options: some.map(({ id, name, deviceId }) => ({ value: id, label: `${name}${marks().brackets(deviceId)}` })),
  }));
}

function CorrectCamera({ camera }: { readonly camera: Camera }) {
  const messages = useNorthCorrectionMessages();
  const correction = useCorrection(camera);
  const { answer, busy, failure } = correction;
  return (
    <>
      <dl className="north-facts tabular">
        <dt>{messages.present}</dt>
        <dd>{messages.offset(camera.northCorrectionDegrees)}</dd>
        <dt>{messages.tower}</dt>
        <dd>{camera.towerHeightMetres === null ? messages.noTower : messages.metres(camera.towerHeightMetres)}</dd>
        <dt>{messages.position}</dt>
        <dd>{decimalText(camera.position)}</dd>
      </dl>
      <Landmarks camera={camera} correction={correction} />
      {failure && <Alert className="north-failure" type="error" showIcon role="alert" title={failure} />}
      <div className="north-buttons line">
        <Button type={answer ? 'default' : 'primary'} disabled={busy !== null} onClick={() => void correction.calculate()}>
          {busy === 'calculate' ? messages.calculating : messages.calculate}
        </Button>
        <Button type={answer ? 'primary' : 'default'} disabled={answer === null || busy !== null} onClick={() => void correction.save()}>
          {busy === 'save' ? messages.saving : messages.save}
        </Button>
      </div>
      {answer && <Result answer={answer} />}
    </>
  );
}

const Nothing = ({ title, hint }: { readonly title: string; readonly hint: string }) => (
  <Empty
    className="north-nothing"
    description={
      <>
        <div>{title}</div>
        <div className="hint">{hint}</div>
      </>
    }
  />
);

// The result: the correction, and how well the landmarks agree before and after it.
function Result({ answer }: { readonly answer: NonNullable<Correction['answer']> }) {
  const messages = useNorthCorrectionMessages();
  const { result, residuals, before } = answer;
  const count = residuals.size;
  return (
    <section className="north-result panel" aria-label={messages.result}>
      <div>
        <h2>{messages.result}</h2>
        <dl className="tabular">
          <dt>{messages.correction}</dt>
          <dd className="north-main">{messages.offset(result.correctionDegrees)}</dd>
          <dt>{messages.change}</dt>
          <dd>{messages.offset(normalizeDegrees(result.correctionDegrees - before))}</dd>
          <dt>
            {messages.rms} · {messages.rmsBefore}
          </dt>
          <dd>{messages.degrees(result.before.rmsDegrees)}</dd>
          <dt>
            {messages.rms} · {messages.rmsAfter}
          </dt>
          <dd>{messages.degrees(result.after.rmsDegrees)}</dd>
        </dl>
        {count === 1 && <Alert type="warning" showIcon title={messages.single} />}
        {count === 2 && <Alert type="info" showIcon title={messages.two} />}
      </div>
      <ResidualPlot residuals={[...residuals.values()]} />
    </section>
  );
}

/** −180 < … ≤ 180 */
const normalizeDegrees = (degrees: number): number => 180 - ((((180 - degrees) % 360) + 360) % 360);

// A plot of each landmark's residual before and after the correction.
const HIGH = 150;
const LEFT = 56;
const TOP = 10;
const BETWEEN = 44;
const LEAST_WIDE = 300;

function ResidualPlot({ residuals }: { readonly residuals: readonly Residual[] }) {
  const messages = useNorthCorrectionMessages();
  const scale = residualScale(residuals.flatMap(({ before, after }) => [before, after]));
  const wide = Math.max(LEAST_WIDE, residuals.length * BETWEEN);
  const step = wide / residuals.length;
  const y = (degrees: number) => TOP + heightOf(degrees, scale, HIGH);
  return (
    <figure className="north-plot">
      <svg viewBox={`0 0 ${LEFT + wide + 8} ${HIGH + TOP + 26}`} role="img" aria-label={messages.plot}>
        <title>{messages.plot}</title>
        {scale.ticks.map((tick) => (
          <g key={tick} className={tick === 0 ? 'plot-zero' : 'plot-line'}>
            <line x1={LEFT} x2={LEFT + wide} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 6} y={y(tick)}>
              {Number(tick.toPrecision(3))}°
            </text>
          </g>
        ))}
        {residuals.map(({ before, after, isOutlier }, index) => {
          const x = LEFT + (index + 0.5) * step;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a landmark is known by its number in the table
            <g key={index} data-outlier={isOutlier} className="plot-landmark">
              <title>{messages.plotPoint(index + 1, messages.offset(before), messages.offset(after))}</title>
              <line x1={x} x2={x} y1={y(before)} y2={y(after)} />
              <circle className="plot-before" cx={x} cy={y(before)} r="5" />
              {isOutlier ? (
                <path className="plot-after" d={`M ${x - 5} ${y(after) - 5} l 10 10 m 0 -10 l -10 10`} />
              ) : (
                <circle className="plot-after" cx={x} cy={y(after)} r="4" />
              )}
              <text className="plot-number" x={x} y={TOP + HIGH + 16}>
                {index + 1}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption className="legend">
        <span data-mark="before">{messages.before}</span>
        <span data-mark="after">{messages.after}</span>
        {residuals.some(({ isOutlier }) => isOutlier) && <span data-mark="outlier">{messages.outlier}</span>}
      </figcaption>
    </figure>
  );
}
