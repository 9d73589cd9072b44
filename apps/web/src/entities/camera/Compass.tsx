// The direction compass: true north above, the camera's field of view as a wedge, its tilt and zoom in figures.
import type { CameraDirection } from '@lookout/domain';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { wedgePath } from './wedge.ts';
import { useVideoWords } from './words.ts';

const CENTRE = 60;
const RADIUS = 44;
const LETTERS = 53;
/** Drawn where the lens is not known: a direction, not a field. */
const NEEDLE_DEGREES = 4;
const TICKS = Array.from({ length: 36 }, (_, index) => index * 10);

export function Compass({ position }: { readonly position: UseQueryResult<CameraDirection> }) {
  const { compass: words } = useVideoWords();
  const { data, isError } = position;
  const degrees = (value: number | null | undefined) => (value == null ? words.unknown : `${value.toFixed(1)}°`);
  return (
    <section className="video-compass line" aria-label={data && !isError ? words.title(degrees(data.azimuthDegrees)) : words.failed}>
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
          {words.points.north}
        </text>
        <text x={CENTRE + LETTERS} y={CENTRE} className="compass-letter">
          {words.points.east}
        </text>
        <text x={CENTRE} y={CENTRE + LETTERS} className="compass-letter">
          {words.points.south}
        </text>
        <text x={CENTRE - LETTERS} y={CENTRE} className="compass-letter">
          {words.points.west}
        </text>
      </svg>
      {isError ? (
        <p className="hint" role="status">
          {words.failed}{' '}
          <Button size="small" onClick={() => void position.refetch()}>
            {words.retry}
          </Button>
        </p>
      ) : data ? (
        <dl className="tabular">
          <dt>{words.azimuth}</dt>
          <dd>{degrees(data.azimuthDegrees)}</dd>
          <dt>{words.tilt}</dt>
          <dd>{degrees(data.verticalDegrees)}</dd>
          <dt>{words.field}</dt>
          <dd>{degrees(data.fieldOfViewDegrees)}</dd>
          <dt>{words.zoom}</dt>
          <dd>{data.zoom.toFixed(1)}×</dd>
        </dl>
      ) : (
        <p className="hint" role="status">
          {words.loading}
        </p>
      )}
    </section>
  );
}
