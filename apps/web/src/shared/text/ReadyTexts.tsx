// 常用语 to press beside a text field. Plain elements: the ranger's page has them too.
import { marks } from './marks.ts';
import { type ReadyTextKind, readyTexts, withReadyText } from './ready-texts.ts';
import './ready-texts.css';

interface Props {
  readonly kind: ReadyTextKind;
  readonly label: string;
  readonly disabled: boolean;
  /** Changes what was written: the text is added at its end. */
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
