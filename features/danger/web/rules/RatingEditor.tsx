// The table of LY/T 1172: points by steps, the season, the limits of levels; each part with its source.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { Button, Checkbox } from 'antd';
import type { ReactNode } from 'react';
import type { RatingTable } from '../../danger-rating.ts';
import {
  type Faults,
  type PartName,
  STEPPED,
  type SteppedName,
  withLimit,
  withoutStep,
  withPoints,
  withSource,
  withStep,
} from './draft.ts';
import { useRulesMessages } from './messages.ts';

const MOST_SOURCE = 200;
/** The bounds of the contract. */
const LIMITS = { min: -100, max: 500 } as const;
const POINTS = { min: 0, max: 200 } as const;
const MOST_STEPS = 39;

interface Props {
  readonly table: RatingTable;
  readonly faults: Faults['parts'];
  /** null: read-only. */
  readonly onChange: ((table: RatingTable) => void) | null;
}

export function RatingEditor({ table, faults, onChange }: Props) {
  const messages = useRulesMessages();
  const isRead = onChange === null;
  const change = (next: RatingTable) => onChange?.(next);
  const partOf = (part: PartName, children: ReactNode) => (
    <fieldset key={part} className="rules-part panel" aria-invalid={faults[part] !== undefined}>
      <legend>{messages.parts[part]}</legend>
      {children}
      <TextInput
        size="small"
        aria-label={messages.sourceOf(messages.parts[part])}
        prefix={<span className="second">{messages.source}</span>}
        value={table[part].source}
        most={MOST_SOURCE}
        readOnly={isRead}
        title={table[part].source}
        onChange={({ target }) => change(withSource(table, part, { source: target.value }))}
      />
      <Checkbox
        checked={table[part].toConfirm}
        disabled={isRead}
        onChange={({ target }) => change(withSource(table, part, { toConfirm: target.checked }))}
      >
        {messages.toConfirm}
      </Checkbox>
      {faults[part] !== undefined && (
        <p className="field-fault" role="alert">
          {messages.faults[faults[part]]}
        </p>
      )}
    </fieldset>
  );
  return (
    <div className="rules-parts">
      {STEPPED.map((part) => partOf(part, <Steps part={part} table={table} onChange={onChange} />))}
      {partOf(
        'season',
        <ul className="rules-months">
          {table.season.points.map((points, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a month is its place.
            <li key={at}>
              <span className="second">{messages.month(at + 1)}</span>
              <NumberField
                label={messages.pointsOf(messages.parts.season, at + 1)}
                bounds={POINTS}
                value={points}
                onChange={onChange && ((value) => onChange(withPoints(table, 'season', at, value)))}
              />
            </li>
          ))}
        </ul>,
      )}
      {partOf(
        'levels',
        <ul className="rules-levels">
          {table.levels.upTo.map((limit, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place.
            <li key={at} className="line">
              <span className="second">{messages.levelEnd(at + 1)}</span>
              <NumberField
                label={messages.limitOf(messages.parts.levels, at + 1)}
                bounds={LIMITS}
                value={limit}
                onChange={onChange && ((value) => onChange(withLimit(table, 'levels', at, value)))}
              />
            </li>
          ))}
        </ul>,
      )}
    </div>
  );
}

interface StepsProps extends Pick<Props, 'table' | 'onChange'> {
  readonly part: SteppedName;
}

function Steps({ part, table, onChange }: StepsProps) {
  const messages = useRulesMessages();
  const name = messages.parts[part];
  const { upTo, points } = table[part];
  return (
    <>
      <table className="rules-steps tabular">
        <thead>
          <tr>
            <th scope="col">{messages.upTo}</th>
            <th scope="col">{messages.points}</th>
            {onChange && <td />}
          </tr>
        </thead>
        <tbody>
          {points.map((given, at) => {
            const limit = upTo[at];
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place.
              <tr key={at}>
                <td>
                  {limit === undefined ? (
                    <span className="second">{messages.above(upTo.at(-1) ?? null)}</span>
                  ) : (
                    <NumberField
                      label={messages.limitOf(name, at + 1)}
                      bounds={LIMITS}
                      value={limit}
                      onChange={onChange && ((value) => onChange(withLimit(table, part, at, value)))}
                    />
                  )}
                </td>
                <td>
                  <NumberField
                    label={messages.pointsOf(name, at + 1)}
                    bounds={POINTS}
                    value={given}
                    onChange={onChange && ((value) => onChange(withPoints(table, part, at, value)))}
                  />
                </td>
                {onChange && (
                  <td>
                    {limit !== undefined && (
                      <IconButton
                        label={messages.removeStep(at + 1)}
                        icon={<DeleteOutlined />}
                        onClick={() => onChange(withoutStep(table, part, at))}
                      />
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      {onChange && upTo.length < MOST_STEPS && (
        <Button size="small" icon={<PlusOutlined />} onClick={() => onChange(withStep(table, part))}>
          {messages.addStep}
        </Button>
      )}
    </>
  );
}

interface NumberProps {
  readonly label: string;
  readonly bounds: { readonly min: number; readonly max: number };
  readonly value: number;
  readonly onChange: ((value: number) => void) | null;
}

/** An emptied field retains its number until another one is entered. */
const NumberField = ({ label, bounds, value, onChange }: NumberProps) =>
  onChange === null ? (
    <span>{value}</span>
  ) : (
    <NumberInput size="small" aria-label={label} {...bounds} value={value} onChange={(typed) => typed !== null && onChange(typed)} />
  );
