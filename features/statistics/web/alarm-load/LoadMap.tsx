// The load as a map of cells, a row for each desk or day and a column for each hour: the highest number of alarms in ten minutes, with the
// class as colour and mark. It is a table, so that it can be read by a screen reader and without colours.

import { Button } from 'antd';
import { Link } from 'react-router';
import { type HourLoad, LOAD_CLASS_FROM, LOAD_CLASSES, loadClassOf } from '../../alarm-load.ts';
import { LOAD_LOOK, mostOf } from './load-look.ts';
import { meanText } from './load-tables.ts';
import { useLoadMessages } from './messages.ts';

export interface MapCell extends HourLoad {
  /** The place and the time, as text. */
  readonly where: string;
  /** Link to its alarms; null: there are none, or this user may not see them. */
  readonly to: string | null;
}

export interface MapRow {
  readonly key: string;
  readonly name: string;
  /** Narrows the page to the row; null: it is already narrowed to it, or the row is a day. */
  readonly onOpen: (() => void) | null;
  /** A cell for each hour of the day; null: outside the window. */
  readonly cells: readonly (MapCell | null)[];
}

interface Props {
  readonly title: string;
  /** Heading of the row names. */
  readonly corner: string;
  readonly rows: readonly MapRow[];
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

export function LoadMap({ title, corner, rows }: Props) {
  const messages = useLoadMessages();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="statistics-table load-map" tabIndex={0} aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, onOpen, cells }) => (
            <tr key={key}>
              <th scope="row">
                {onOpen === null ? (
                  name
                ) : (
                  <Button type="link" size="small" title={messages.onlyDesk(name)} onClick={onOpen}>
                    {name}
                  </Button>
                )}
              </th>
              {HOURS.map((hour, at) => {
                const cell = cells[at] ?? null;
                return cell === null ? <td key={hour} className="load-outside" /> : <CellView key={hour} cell={cell} />;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CellView({ cell: { where, announced, peak, mean, to } }: { readonly cell: MapCell }) {
  const messages = useLoadMessages();
  const one = loadClassOf(peak);
  const { fill, ink, mark } = LOAD_LOOK[one];
  const label = messages.cell(where, peak, messages.classes[one], meanText(mean), announced);
  const content = (
    <>
      {peak}
      <span aria-hidden>{mark}</span>
    </>
  );
  if (announced === 0)
    return (
      <td className="tabular second" title={label}>
        0
      </td>
    );
  return (
    <td className="tabular load-cell" data-class={one} title={label} style={{ background: fill, color: ink }}>
      {to === null ? (
        content
      ) : (
        <Link to={to} aria-label={`${label}，${messages.toAlarms}`} style={{ color: ink }}>
          {content}
        </Link>
      )}
    </td>
  );
}

/** The legend of the colours and marks, as text and numbers. */
export function LoadLegend() {
  const messages = useLoadMessages();
  return (
    <ul className="load-legend" aria-label={messages.legend}>
      {LOAD_CLASSES.map((one) => (
        <li key={one}>
          <span className="load-swatch" style={{ background: LOAD_LOOK[one].fill, color: LOAD_LOOK[one].ink }} aria-hidden>
            {LOAD_LOOK[one].mark}
          </span>
          {messages.classes[one]} <span className="second">{messages.classRange(LOAD_CLASS_FROM[one], mostOf(one))}</span>
        </li>
      ))}
    </ul>
  );
}
