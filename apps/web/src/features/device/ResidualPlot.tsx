// Each landmark's residual before and after, around zero.
import type { Residual } from './landmarks.ts';
import { useDeviceMessages } from './messages.ts';
import { heightOf, residualScale } from './residual-scale.ts';

const HIGH = 150;
const LEFT = 56;
const TOP = 10;
const BETWEEN = 44;
const LEAST_WIDE = 300;

export function ResidualPlot({ residuals }: { readonly residuals: readonly Residual[] }) {
  const messages = useDeviceMessages();
  const scale = residualScale(residuals.flatMap(({ before, after }) => [before, after]));
  const wide = Math.max(LEAST_WIDE, residuals.length * BETWEEN);
  const step = wide / residuals.length;
  const y = (degrees: number) => TOP + heightOf(degrees, scale, HIGH);
  return (
    <figure className="device-plot">
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
