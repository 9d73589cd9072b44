// Information that a task of a recurring patrol shows in addition to its order: the rule, lateness, rangers who could not be sent, and a
// sketch of the route.
import { haversineMetres } from '@lookout/domain';
import { marks } from '@lookout/web/shared/text/marks.ts';
import type { PatrolRoute, TaskPatrol } from '../patrol.ts';
import type { NamedTask } from '../task.ts';
import { useTasksMessages } from './messages.ts';
import './tasks.css';

/** Renders without antd, because the ranger's page also uses it. */
export function PatrolMark({ task: { patrol, checklist } }: { readonly task: Pick<NamedTask, 'patrol' | 'checklist'> }) {
  const { patrol: messages } = useTasksMessages();
  if (patrol === undefined && checklist === undefined) return null;
  return (
    <div className="task-patrol stack">
      {patrol && <Origin patrol={patrol} />}
      {checklist !== undefined && (
        <div>
          <strong>{messages.checklist}</strong>
          <ul>
            {checklist.split('\n').map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its number
              <li key={index}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Origin({ patrol: { name, day, isLate, skipped, route } }: { readonly patrol: TaskPatrol }) {
  const { patrol: messages } = useTasksMessages();
  return (
    <>
      <p>
        <span className="task-tag tag">{messages.mark}</span> {messages.origin(name, day)}
        {isLate && <span className="second"> {messages.late}</span>}
      </p>
      {skipped.length > 0 && <p className="second">{messages.skipped(skipped.join(marks().list))}</p>}
      {route && (
        <figure className="task-route">
          <RouteSketch route={route} />
          <figcaption className="second tabular">
            {route.kind === 'line' ? messages.line(kilometres(lengthOf(route))) : messages.area}
          </figcaption>
        </figure>
      )}
    </>
  );
}

const kilometres = (metres: number): string => (metres / 1_000).toFixed(1);

/** Length along the line, metres. */
const lengthOf = ({ points }: PatrolRoute): number =>
  points.slice(1).reduce((sum, point, index) => sum + haversineMetres(points[index] ?? point, point), 0);

const SIZE = 160;
const MARGIN = 12;

/** North is up. Degrees of longitude are scaled to their length at this latitude. */
function RouteSketch({ route: { kind, points } }: { readonly route: PatrolRoute }) {
  const { patrol: messages } = useTasksMessages();
  const squeeze = Math.cos(((points[0]?.lat ?? 0) * Math.PI) / 180);
  const flat = points.map(({ lng, lat }) => ({ x: lng * squeeze, y: -lat }));
  const [left, top] = [Math.min(...flat.map(({ x }) => x)), Math.min(...flat.map(({ y }) => y))];
  const extent = Math.max(...flat.map(({ x }) => x - left), ...flat.map(({ y }) => y - top)) || 1;
  const scale = (SIZE - 2 * MARGIN) / extent;
  const drawn = flat.map(({ x, y }) => [MARGIN + (x - left) * scale, MARGIN + (y - top) * scale] as const);
  const text = drawn.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const [begin, end] = [drawn[0], drawn.at(-1)];
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} width={SIZE} height={SIZE} role="img" aria-label={messages.sketch}>
      {kind === 'line' ? <polyline points={text} /> : <polygon points={text} />}
      {kind === 'line' && begin && <circle cx={begin[0]} cy={begin[1]} r={5} />}
      {kind === 'line' && end && <rect x={end[0] - 5} y={end[1] - 5} width={10} height={10} />}
    </svg>
  );
}
