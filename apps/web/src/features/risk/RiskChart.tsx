// The index of the last days as a line, with the level's number at each day: a picture with words, and a table for who sees none.
import type { GridFireLevel } from '@lookout/domain';
import { RISK_COLOURS } from '../../shared/tokens.ts';
import { useRiskMessages } from './messages.ts';
import { chartPoints, topOf } from './risk-facts.ts';

const SIZE = { width: 328, height: 120, margin: { top: 12, right: 14, bottom: 22, left: 28 } } as const;
/** Day names under the line, at most. */
const MOST_NAMES = 5;

/** @param days the last one is the newest */
export function RiskChart({ days }: { readonly days: readonly GridFireLevel[] }) {
  const messages = useRiskMessages();
  const points = chartPoints(days, SIZE);
  const top = topOf(days);
  const bottom = SIZE.height - SIZE.margin.bottom;
  const every = Math.max(1, Math.ceil(days.length / MOST_NAMES));
  return (
    <figure className="risk-chart">
      <figcaption>{messages.chart(days.length)}</figcaption>
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} width="100%" aria-hidden="true">
        <g className="risk-chart-scale">
          {[0, top / 2, top].map((value) => {
            const y = bottom - ((bottom - SIZE.margin.top) * value) / top;
            return (
              <g key={value}>
                <line x1={SIZE.margin.left} x2={SIZE.width - SIZE.margin.right} y1={y} y2={y} />
                <text x={SIZE.margin.left - 6} y={y + 4} textAnchor="end">
                  {value}
                </text>
              </g>
            );
          })}
        </g>
        <polyline className="risk-chart-line" points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {points.map(({ x, y, row }, index) => (
          <g key={row.day}>
            <circle cx={x} cy={y} r="7" fill={RISK_COLOURS[row.level].fill} />
            <text className="risk-chart-level" x={x} y={y + 4} textAnchor="middle" fill={RISK_COLOURS[row.level].ink}>
              {row.level}
            </text>
            {(days.length - 1 - index) % every === 0 && (
              <text className="risk-chart-day" x={x} y={SIZE.height - 6} textAnchor="middle">
                {row.day.slice(5)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <table className="visually-hidden">
        <caption>{messages.chart(days.length)}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.day}</th>
            <th scope="col">{messages.level}</th>
            <th scope="col">FWI</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, level, fwi }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{messages.levelName(level)}</td>
              <td>{fwi.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
