// A camera's directions at a glance: where it may turn, what is masked, and where true north lies in the angles that it reports.
import type { Sector } from '@lookout/domain';
import { useMonitorConfigMessages } from './messages.ts';
import { rosePoint, sectorPath } from './rose.ts';

const RADIUS = 78;
const INNER = 26;
const LETTERS = 94;
const TICKS = Array.from({ length: 36 }, (_, index) => index * 10);
const LABELLED = [0, 90, 180, 270] as const;

interface Props {
  readonly masks: readonly Sector[];
  readonly ranges: readonly Sector[];
  /** Added to a reported angle it gives the true azimuth, degrees. */
  readonly northCorrection: number;
}

const isWhole = (sector: Partial<Sector> | undefined): sector is Sector =>
  typeof sector?.fromHorizontal === 'number' && typeof sector.toHorizontal === 'number';

export function CompassRose({ masks, ranges, northCorrection }: Props) {
  const { camera: messages } = useMonitorConfigMessages();
  const north = rosePoint(-northCorrection, RADIUS);
  const beyond = rosePoint(-northCorrection, RADIUS - 14);
  return (
    <figure className="config-rose">
      <svg viewBox="-108 -108 216 216" role="img" aria-label={messages.rose}>
        <title>{messages.rose}</title>
        <defs>
          <pattern id="rose-mask" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="6" height="6" fill="var(--warn)" fillOpacity="0.12" />
            <line x1="0" y1="0" x2="0" y2="6" stroke="var(--warn)" strokeWidth="2.5" />
          </pattern>
        </defs>
        <circle r={RADIUS} className="rose-ground" />
        {ranges.filter(isWhole).map((sector, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sectors have no name of their own until they are given one
          <path key={index} className="rose-range" fillRule="evenodd" d={sectorPath(sector, INNER, RADIUS)}>
            <title>{`${messages.roseRanges} ${sector.name}`}</title>
          </path>
        ))}
        {masks.filter(isWhole).map((sector, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sectors have no name of their own until they are given one
          <path key={index} className="rose-mask" fillRule="evenodd" d={sectorPath(sector, INNER, RADIUS)}>
            <title>{`${messages.roseMasks} ${sector.name}`}</title>
          </path>
        ))}
        {TICKS.map((degrees) => {
          const outer = rosePoint(degrees, RADIUS);
          const inner = rosePoint(degrees, RADIUS - (degrees % 90 === 0 ? 10 : 5));
          return <line key={degrees} className="rose-tick" x1={inner.x} y1={inner.y} x2={outer.x} y2={outer.y} />;
        })}
        {LABELLED.map((degrees) => {
          const { x, y } = rosePoint(degrees, LETTERS);
          return (
            <text key={degrees} x={x} y={y} className="rose-letter">
              {degrees}°
            </text>
          );
        })}
        <line className="rose-north" x1="0" y1="0" x2={beyond.x} y2={beyond.y} />
        <circle className="rose-north-tip" cx={north.x} cy={north.y} r="5" />
      </svg>
      <figcaption className="legend">
        <span data-mark="mask">{messages.roseMasks}</span>
        <span data-mark="range">{messages.roseRanges}</span>
        <span data-mark="north">{messages.roseNorth}</span>
      </figcaption>
    </figure>
  );
}
