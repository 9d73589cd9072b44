// 列: which columns are shown; the last one stays.
import { TableOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { type Column, choosable } from './columns.ts';
import { useTableMessages } from './messages.ts';
import type { ColumnChoice } from './use-column-choice.ts';

interface Props<R> {
  readonly columns: readonly Column<R>[];
  readonly choice: ColumnChoice;
}

export function ColumnMenu<R>({ columns, choice: { hidden, hide } }: Props<R>) {
  const messages = useTableMessages();
  const offered = choosable(columns);
  const shown = offered.filter(({ key }) => !hidden.has(key)).map(({ key }) => key);
  const boxes = (
    <fieldset className="table-columns stack" aria-label={messages.columnsLabel}>
      {offered.map(({ key, title }) => (
        <Checkbox
          key={key}
          checked={!hidden.has(key)}
          disabled={shown.length === 1 && shown[0] === key}
          onChange={({ target }) => hide(target.checked ? [...hidden].filter((one) => one !== key) : [...hidden, key])}
        >
          {title}
        </Checkbox>
      ))}
      <Button size="small" type="link" disabled={shown.length === offered.length} onClick={() => hide([])}>
        {messages.allColumns}
      </Button>
    </fieldset>
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={boxes}>
      <Button size="small" icon={<TableOutlined aria-hidden />} title={messages.columnsLabel}>
        {messages.columns}
      </Button>
    </Popover>
  );
}
