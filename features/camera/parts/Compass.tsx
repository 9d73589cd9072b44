// The direction compass: north up, the camera's field of view as a wedge, tilt and zoom as numbers.

import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { CameraDirection } from '../camera.ts';
import { wedgePath } from './geometry.ts';
import { useVideoMessages } from './messages.ts';

const CENTRE = 60;
const RADIUS = 44;
const LETTERS = 53;
/** Width of the wedge when the lens is unknown: it shows the direction only. */
const NEEDLE_DEGREES = 4;
const TICKS = Array.from({ length: 36 }, (_, index) => index * 10);

export function Compass({ position }: { readonly position: UseQueryResult<CameraDirection> }) {
  const { compass: messages } = useVideoMessages();
  const { data, isError } = position;
  const degrees = (value: number | null | undefined) => (value == null ? messages.unknown : `${value.toFixed(1)}°`);
  return (
    <section className="video-compass line" aria-label={data && !isError ? messages.title(degrees(data.azimuthDegrees)) : messages.failed}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle cx={CENTRE} cy={CENTRE} r={RADIUS} className="compass-face" />
        {TICKS.map((angle) => (
          <line
            key={angle}
            x1={CENTRE}
            x2={CENTRE}
            y1={CENTRE - RADIUS}
            y2={CENTRE - RADIUS + (angle % 90 === 0 ? 8 : 4)}
            className="compass-tick"
            transform={`rotate(${angle} ${CENTRE} ${CENTRE})`}
          />
        ))}
        {data && !isError && (
          <path
            d={wedgePath(CENTRE, RADIUS - 2, data.azimuthDegrees, data.fieldOfViewDegrees ?? NEEDLE_DEGREES)}
            className="compass-wedge"
          />
        )}
        <circle cx={CENTRE} cy={CENTRE} r={3} className="compass-eye" />
        <text x={CENTRE} y={CENTRE - LETTERS} className="compass-letter compass-north">
          {messages.points.north}
        </text>
        <text x={CENTRE + LETTERS} y={CENTRE} className="compass-letter">
          {messages.points.east}
        </text>
        <text x={CENTRE} y={CENTRE + LETTERS} className="compass-letter">
          {messages.points.south}
        </text>
        <text x={CENTRE - LETTERS} y={CENTRE} className="compass-letter">
          {messages.points.west}
        </text>
      </svg>
      {isError ? (
        <p className="hint" role="status">
          {messages.failed}{' '}
          <Button size="small" onClick={() => void position.refetch()}>
            {messages.retry}
          </Button>
        </p>
      ) : data ? (
        <dl className="tabular">
          <dt>{messages.azimuth}</dt>
          <dd>{degrees(data.azimuthDegrees)}</dd>
          <dt>{messages.tilt}</dt>
          <dd>{degrees(data.verticalDegrees)}</dd>
          <dt>{messages.field}</dt>
          <dd>{degrees(data.fieldOfViewDegrees)}</dd>
          <dt>{messages.zoom}</dt>
          <dd>{data.zoom.toFixed(1)}×</dd>
        </dl>
      ) : (
        <p className="hint" role="status">
          {messages.loading}
        </p>
      )}
    </section>
  );
}
