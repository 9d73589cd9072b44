// The curve of a monitor's readings with its thresholds, drawn as SVG: the last value of each span as a line, lowest to highest as a band.
import { formatTime } from '@lookout/contract';
import { HAZARD_WARNING_LEVELS, type ReadingSpan, type Thresholds } from '../hazard.ts';
import { chartOf, HEIGHT, WIDTH } from './chart.ts';
import { useHazardMessages } from './messages.ts';

interface Props {
  readonly name: string;
  readonly unit: string;
  readonly readings: readonly ReadingSpan[];
  readonly thresholds: Thresholds;
}

export function ReadingChart({ name, unit, readings, thresholds }: Props) {
  const messages = useHazardMessages();
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last) return <p className="hint">{messages.noReadings}</p>;
  const { line, band, yOf, top, bottom } = chartOf(readings, thresholds);
  return (
    <figure className="hazard-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={messages.chart(name)}>
        {HAZARD_WARNING_LEVELS.map((level) => {
          const from = thresholds[level];
          if (from === null || from > top || from < bottom) return null;
          return (
            <g key={level} className="hazard-threshold" data-level={level}>
              <line x1={0} x2={WIDTH} y1={yOf(from)} y2={yOf(from)} />
              <text x={WIDTH - 2} y={yOf(from) - 3} textAnchor="end">
                {messages.warningLevels[level]} {from}
              </text>
            </g>
          );
        })}
        <path className="hazard-band" d={band} />
        <path className="hazard-line" d={line} />
        <text className="hazard-axis" x={2} y={12}>
          {Math.round(top * 100) / 100} {unit}
        </text>
        <text className="hazard-axis" x={2} y={HEIGHT - 4}>
          {Math.round(bottom * 100) / 100} {unit}
        </text>
      </svg>
      <figcaption className="tabular hint">
        <span>{formatTime(first.at).slice(5, 16)}</span>
        <span>{formatTime(last.at).slice(5, 16)}</span>
      </figcaption>
    </figure>
  );
}
