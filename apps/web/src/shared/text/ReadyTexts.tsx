// 常用语 buttons next to a text field. Plain HTML elements, because the ranger's page uses them too.
import { marks } from './marks.ts';
import { type ReadyTextKind, readyTexts, withReadyText } from './ready-texts.ts';
import './ready-texts.css';

interface Props {
  readonly kind: ReadyTextKind;
  readonly label: string;
  readonly disabled: boolean;
  /** Changes the typed text: appends the ready text. */
  readonly onAdd: (how: (written: string) => string) => void;
}

export function ReadyTexts({ kind, label, disabled, onAdd }: Props) {
  const { comma } = marks();
  return (
    <fieldset className="ready-texts" aria-label={label} disabled={disabled}>
      {readyTexts(kind).map((text) => (
        <button key={text} type="button" onClick={() => onAdd((written) => withReadyText(written, text, comma))}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
