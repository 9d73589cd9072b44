import { CloseOutlined } from '@ant-design/icons';
import { IconButton } from '../../shared/IconButton.tsx';
import { useMessages } from './messages.ts';

/** What the keys do; shown by ?. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const { keys, popup } = useMessages();
  return (
    <section className="keys-help panel" role="dialog" aria-labelledby="keys-help-title">
      <header className="panel-head">
        <h2 id="keys-help-title">{keys.title}</h2>
        <IconButton label={popup.close} icon={<CloseOutlined />} onClick={onClose} />
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
