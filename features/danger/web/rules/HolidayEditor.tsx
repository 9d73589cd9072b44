// Days on which many people light fires: their names, their dates and the source.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { Button, Checkbox } from 'antd';
import { type Holiday, MOST_HOLIDAYS } from '../../danger-rules.ts';
import { type Faults, withHoliday, withoutHoliday } from './draft.ts';
import { useRulesMessages } from './messages.ts';

const COLUMNS = ['name', 'from', 'to', 'source'] as const;
type Column = (typeof COLUMNS)[number];
const LENGTHS: Readonly<Record<Column, number>> = { name: 32, from: 10, to: 10, source: 200 };
const EMPTY: Holiday = { name: '', from: '', to: '', source: '', toConfirm: false };

interface Props {
  readonly holidays: readonly Holiday[];
  readonly faults: Faults['holidays'];
  /** null: read-only. */
  readonly onChange: ((holidays: Holiday[]) => void) | null;
}

export function HolidayEditor({ holidays, faults, onChange }: Props) {
  const messages = useRulesMessages();
  const nameOf: Readonly<Record<Column, string>> = { ...messages.holiday, source: messages.source };
  return (
    <>
      {holidays.length === 0 && <p className="second">{messages.holiday.none}</p>}
      {holidays.length > 0 && (
        <table className="rules-holidays tabular">
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {nameOf[column]}
                </th>
              ))}
              <th scope="col">{messages.toConfirm}</th>
              {onChange && <td />}
            </tr>
          </thead>
          <tbody>
            {holidays.map((holiday, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: holidays may be alike; the fields keep nothing of their own.
              <tr key={at} aria-invalid={faults[at] !== undefined}>
                {COLUMNS.map((column) => (
                  <td key={column}>
                    {onChange === null ? (
                      holiday[column]
                    ) : (
                      <TextInput
                        size="small"
                        aria-label={messages.fieldOf(nameOf[column], at + 1)}
                        value={holiday[column]}
                        most={LENGTHS[column]}
                        onChange={({ target }) => onChange(withHoliday(holidays, at, { [column]: target.value }))}
                      />
                    )}
                    {column === 'from' && faults[at] !== undefined && (
                      <p className="field-fault" role="alert">
                        {messages.faults[faults[at]]}
                      </p>
                    )}
                  </td>
                ))}
                <td>
                  <Checkbox
                    aria-label={messages.fieldOf(messages.toConfirm, at + 1)}
                    checked={holiday.toConfirm}
                    disabled={onChange === null}
                    onChange={({ target }) => onChange?.(withHoliday(holidays, at, { toConfirm: target.checked }))}
                  />
                </td>
                {onChange && (
                  <td>
                    <IconButton
                      label={messages.holiday.remove(holiday.name)}
                      icon={<DeleteOutlined />}
                      onClick={() => onChange(withoutHoliday(holidays, at))}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {onChange && holidays.length < MOST_HOLIDAYS && (
        <Button size="small" icon={<PlusOutlined />} onClick={() => onChange([...holidays, EMPTY])}>
          {messages.holiday.add}
        </Button>
      )}
    </>
  );
}
