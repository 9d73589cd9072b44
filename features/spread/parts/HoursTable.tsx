// A table of a run by the hour, which scrolls within its box.
import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly columns: Readonly<Record<string, string>>;
  /** The table's rows. */
  readonly children: ReactNode;
}

export const HoursTable = ({ label, columns, children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
  <section className="spread-hours" tabIndex={0} aria-label={label}>
    <table className="tabular">
      <thead>
        <tr>
          {Object.values(columns).map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);
