// The weather of a forecast as an officer enters it: an hourly table that starts with the weather service's values, and moisture by class.

import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useNow } from '@lookout/web/shared/services.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { type FireWeather, MOISTURE_CLASSES, MOISTURE_PERCENT_BOUNDS, SPREAD_WEATHER_BOUNDS } from '../spread-inputs.ts';
import { useSpreadMessages } from './messages.ts';
import {
  type CellFault,
  type CellPlace,
  faultsOf,
  filledDown,
  WEATHER_COLUMNS,
  type WeatherDraft,
  type WeatherRow,
  withCell,
  withMoisture,
} from './weather-draft.ts';

interface Props {
  readonly draft: WeatherDraft;
  readonly rows: readonly WeatherRow[];
  readonly service: UseQueryResult<FireWeather | null>;
  /** True after a first attempt to submit, from which on empty cells are also marked as faults. */
  readonly isTried: boolean;
  /** False for Wang's model, which takes no fuel moisture. */
  readonly hasMoisture: boolean;
  readonly onChange: (draft: WeatherDraft) => void;
  /** Discards the typed values and queries the service's newest forecast. */
  readonly onReset: () => void;
}

export function WeatherEditor({ draft, rows, service, isTried, hasMoisture, onChange, onReset }: Props) {
  const messages = useSpreadMessages();
  const now = useNow();
  const [at, setAt] = useState<CellPlace | null>(null);
  if (service.isPending)
    return (
      <p className="second" role="status">
        {messages.weatherComes}
      </p>
    );
  const faults = faultsOf(rows, draft);
  const clockOf = (atMs: number) => clockText(new Date(atMs), now);
  const shownFault = (fault: CellFault | undefined) => (fault === 'needed' && !isTried ? undefined : fault);
  const count = [...Object.values(faults.cells), faults.moisture].reduce((sum, of) => sum + Object.keys(of).length, 0);
  const { source = null, windFactor = 1 } = service.data ?? {};
  const isFillable = at !== null && rows.some(({ atMs }) => atMs > at.atMs) && rows.some(({ atMs }) => atMs === at.atMs);
  return (
    <div className="stack spread-entered">
      {service.error && <LoadFailed error={service.error} onRetry={() => void service.refetch()} />}
      <p className="hint">
        {source === null ? messages.enteredBlank : messages.enteredFrom(messages.weatherSources[source], windFactor.toFixed(2))}
      </p>
      <div className="spread-hours spread-hours-entered">
        <table className="tabular" aria-label={messages.enteredTable}>
          <thead>
            <tr>
              <th scope="col">{messages.columns.time}</th>
              {WEATHER_COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {messages.weatherColumns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ atMs, cells }) => (
              <tr key={atMs}>
                <th scope="row">{clockOf(atMs)}</th>
                {WEATHER_COLUMNS.map((column) => (
                  <td key={column}>
                    <Cell
                      label={`${clockOf(atMs)} ${messages.weatherColumns[column]}`}
                      text={cells[column]}
                      fault={shownFault(faults.cells[atMs]?.[column])}
                      bounds={SPREAD_WEATHER_BOUNDS[column]}
                      onFocus={() => setAt({ atMs, column })}
                      onChange={(text) => onChange(withCell(draft, { atMs, column }, text))}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="line">
        <Button size="small" disabled={!isFillable} onClick={() => at && onChange(filledDown(draft, rows, at))}>
          {at === null ? messages.fillDown : messages.fillDownFrom(clockOf(at.atMs), messages.weatherColumns[at.column])}
        </Button>
        <Button size="small" onClick={onReset}>
          {messages.backToService}
        </Button>
      </div>
      {hasMoisture ? (
        <fieldset className="spread-moisture">
          <legend className="hint">{messages.moistureEntered}</legend>
          {MOISTURE_CLASSES.map((name) => (
            <div key={name}>
              <span aria-hidden="true">{messages.moistureClasses[name]}</span>
              <Cell
                label={messages.moistureOf(messages.moistureClasses[name])}
                text={draft.moisture[name] ?? ''}
                fault={faults.moisture[name]}
                bounds={MOISTURE_PERCENT_BOUNDS}
                onChange={(text) => onChange(withMoisture(draft, name, text))}
              />
            </div>
          ))}
        </fieldset>
      ) : (
        <p className="hint">{messages.moistureUnused}</p>
      )}
      {isTried && count > 0 && (
        <p className="field-fault" role="alert">
          {messages.toCorrect(count)}
        </p>
      )}
    </div>
  );
}

interface CellProps {
  readonly label: string;
  readonly text: string;
  readonly fault: CellFault | undefined;
  readonly bounds: readonly [number, number];
  readonly onFocus?: () => void;
  readonly onChange: (text: string) => void;
}

function Cell({ label, text, fault, bounds: [least, most], onFocus, onChange }: CellProps) {
  const messages = useSpreadMessages();
  const id = useId();
  return (
    <>
      <TextInput
        size="small"
        inputMode="decimal"
        aria-label={label}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && id}
        {...(fault && { status: 'error' })}
        most={8}
        value={text}
        {...(onFocus && { onFocus })}
        onChange={({ target }) => onChange(target.value)}
      />
      {fault && (
        <p id={id} className="field-fault">
          {fault === 'needed' ? messages.needed : messages.between(least, most)}
        </p>
      )}
    </>
  );
}
