import { CloseOutlined } from '@ant-design/icons';
import { useWords } from './words.ts';

/** What the keys do; shown by ?. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const { keys, popup } = useWords();
  return (
    <section className="keys-help panel" role="dialog" aria-labelledby="keys-help-title">
      <header>
        <h2 id="keys-help-title">{keys.title}</h2>
        <button type="button" className="icon-button" aria-label={popup.close} title={popup.close} onClick={onClose}>
          <CloseOutlined />
        </button>
      </header>
      <dl>
        {keys.rows.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
