// A list of a panel, some rows at a time: a county may have thousands.
import { Pagination } from 'antd';
import { type ReactNode, useState } from 'react';

const ROWS = 20;

interface Props<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly label: string;
  /** A heading above the first row of each group. */
  readonly groupOf?: (item: T) => string;
  readonly children: (item: T) => ReactNode;
}

export function PagedRows<T>({ items, keyOf, label, groupOf, children }: Props<T>) {
  const [wished, setWished] = useState(1);
  const page = Math.min(wished, Math.max(1, Math.ceil(items.length / ROWS)));
  const shown = items.slice((page - 1) * ROWS, page * ROWS);
  const groups = groupOf ? [...Map.groupBy(shown, groupOf)] : [['', shown] as const];
  return (
    <>
      <section className="tab-rows" aria-label={label}>
        {groups.map(([name, rows]) => (
          <div key={name}>
            {groupOf && <h3>{name}</h3>}
            <ul>
              {rows.map((item) => (
                <li key={keyOf(item)}>{children(item)}</li>
              ))}
            </ul>
          </div>
        ))}
      </section>
      {items.length > ROWS && (
        <Pagination
          className="tab-pages"
          size="small"
          simple
          current={page}
          pageSize={ROWS}
          total={items.length}
          showSizeChanger={false}
          onChange={setWished}
        />
      )}
    </>
  );
}
