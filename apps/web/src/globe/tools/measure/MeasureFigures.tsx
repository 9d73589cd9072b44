// The figures of a measure: what the ellipsoid says at once, what the ground says when the server has answered.
import type { LngLat } from '@lookout/geo';
import type { ReactNode } from 'react';
import { useToolMessages } from '../messages.ts';
import { flatFigures, MEASURE_POINTS, type Measure } from './measure.ts';
import { areaText, bearingText, heightText, lengthText, slopeText } from './measure-text.ts';
import { useGround } from './use-ground.ts';

type Row = readonly [label: string, value: ReactNode];

/** @param shown its points, with the one under the pointer */
export function MeasureFigures({ measure, shown }: { readonly measure: Measure; readonly shown: readonly LngLat[] }) {
  const { measure: messages, units, unknown } = useToolMessages();
  const ground = useGround(measure);
  const { mode, points } = measure;
  const flat = flatFigures(mode, shown);
  const [from = null, to = null] = ground.data?.heights ?? [];
  // With a point under the pointer the way is longer than the one the ground was asked for.
  const isAsked = points.length >= MEASURE_POINTS[mode].least && shown.length === points.length;

  /** What the ground says, or why it does not. */
  const overGround = (text: string | null): ReactNode => {
    if (!isAsked) return <span className="second">{messages.groundLater}</span>;
    if (ground.isPending) return messages.groundLoading;
    if (ground.isError)
      return (
        <>
          {messages.groundFailed}{' '}
          <button type="button" className="link-button" onClick={() => void ground.refetch()}>
            {messages.retry}
          </button>
        </>
      );
    return text ?? messages.groundNone;
  };
  const length = flat.legsMetres.length > 0 ? lengthText(flat.lengthMetres, units) : unknown;
  const groundLength = ground.data?.lengthMetres == null ? null : lengthText(ground.data.lengthMetres, units);
  const ofPoints = flatFigures(mode, points);
  const groundArea =
    ground.data?.areaFactor == null || ofPoints.areaSquareMetres === null
      ? null
      : areaText(ofPoints.areaSquareMetres * ground.data.areaFactor, units);
  const rise = from === null || to === null ? null : to - from;

  const rows: Record<Measure['mode'], readonly Row[]> = {
    distance: [
      [messages.flat, length],
      [messages.ground, overGround(groundLength)],
    ],
    area: [
      [messages.flatArea, flat.areaSquareMetres === null ? unknown : areaText(flat.areaSquareMetres, units)],
      [messages.groundArea, overGround(groundArea)],
      [messages.perimeter, length],
    ],
    height: [
      [messages.from, overGround(from === null ? null : heightText(from, units))],
      [messages.to, overGround(to === null ? null : heightText(to, units))],
      [messages.rise, overGround(rise === null ? null : heightText(rise, units))],
      [messages.away, length],
      [messages.slope, overGround(rise === null ? null : slopeText(rise, ofPoints.lengthMetres))],
    ],
    bearing: [
      [messages.bearing, flat.bearing ? bearingText(flat.bearing.there) : unknown],
      [messages.back, flat.bearing ? bearingText(flat.bearing.back) : unknown],
      [messages.away, length],
    ],
  };
  return (
    <>
      <dl className="tool-figures tabular">
        {rows[mode].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mode === 'distance' && flat.legsMetres.length > 1 && (
        <details className="tool-legs">
          <summary>
            {messages.legs} {flat.legsMetres.length}
          </summary>
          <ol className="tabular">
            {flat.legsMetres.map((leg, index) => (
              // Legs have no name but their place.
              // biome-ignore lint/suspicious/noArrayIndexKey: a leg is its place in the way
              <li key={index}>{lengthText(leg, units)}</li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}
