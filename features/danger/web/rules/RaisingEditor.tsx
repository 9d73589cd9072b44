// By how many levels a holiday and lightning raise the warned level, and the source.

import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { Checkbox } from 'antd';
import { type DangerRaising, LEVELS_RAISED, MOST_DAYS_AROUND, MOST_STROKES } from '../../danger-rules.ts';
import { type Faults, RAISING_FIELDS, type RaisingField, raisingValueOf, withRaising } from './draft.ts';
import { useRulesMessages } from './messages.ts';

const MOST_SOURCE = 200;
/** The bounds of the contract. */
const BOUNDS: Readonly<Record<RaisingField[1], { readonly min: number; readonly max: number }>> = {
  levels: { min: LEVELS_RAISED[0], max: LEVELS_RAISED.at(-1) ?? 0 },
  daysBefore: { min: 0, max: MOST_DAYS_AROUND },
  daysAfter: { min: 0, max: MOST_DAYS_AROUND },
  strokes: { min: 1, max: MOST_STROKES },
};

interface Props {
  readonly raising: DangerRaising;
  readonly fault: Faults['raising'];
  /** null: read-only. */
  readonly onChange: ((raising: DangerRaising) => void) | null;
}

export function RaisingEditor({ raising, fault, onChange }: Props) {
  const messages = useRulesMessages();
  const texts = messages.raisings;
  return (
    <div className="rules-parts">
      {(['holiday', 'lightning'] as const).map((cause) => (
        <fieldset key={cause} className="rules-part panel">
          <legend>{texts[cause].title}</legend>
          <ul className="rules-levels">
            {RAISING_FIELDS.filter(([of]) => of === cause).map((field) => (
              <li key={field[1]} className="line">
                <span className="second">{texts.fields[field[1]]}</span>
                {onChange === null ? (
                  <span className="tabular">{raisingValueOf(raising, field)}</span>
                ) : (
                  <NumberInput
                    size="small"
                    aria-label={texts.fieldOf(texts[cause].title, texts.fields[field[1]])}
                    {...BOUNDS[field[1]]}
                    isWhole
                    value={raisingValueOf(raising, field)}
                    onChange={(typed) => typed !== null && onChange(withRaising(raising, field, typed))}
                  />
                )}
              </li>
            ))}
          </ul>
          <p className="hint">{texts[cause].hint}</p>
        </fieldset>
      ))}
      <fieldset className="rules-part panel" aria-invalid={fault !== null}>
        <legend>{messages.source}</legend>
        <TextInput
          size="small"
          aria-label={messages.sourceOf(messages.raising)}
          value={raising.source}
          most={MOST_SOURCE}
          readOnly={onChange === null}
          title={raising.source}
          onChange={({ target }) => onChange?.({ ...raising, source: target.value })}
        />
        <Checkbox
          checked={raising.toConfirm}
          disabled={onChange === null}
          onChange={({ target }) => onChange?.({ ...raising, toConfirm: target.checked })}
        >
          {messages.toConfirm}
        </Checkbox>
        {fault !== null && (
          <p className="field-fault" role="alert">
            {messages.faults[fault]}
          </p>
        )}
      </fieldset>
    </div>
  );
}
