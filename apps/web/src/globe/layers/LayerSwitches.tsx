// The switches of a group of map layers inside a panel: the same rows as in the layer tree.
import { Switch } from 'antd';
import { useSyncExternalStore } from 'react';
import { useLanguage } from '../../shared/language.ts';
import { useServices } from '../../shared/services.ts';
import type { ShownLayer } from '../../stores/layer-registry.ts';
import { useLayerMessages } from './messages.ts';

/** @param isWanted which rows of the registry stand here */
export function LayerSwitches({ isWanted }: { readonly isWanted: (row: ShownLayer) => boolean }) {
  const { layers } = useServices();
  const language = useLanguage();
  const messages = useLayerMessages();
  const rows = useSyncExternalStore(layers.subscribe, layers.list).filter(isWanted);
  if (rows.length === 0) return null;
  return (
    <fieldset className="tab-switches">
      <legend className="visually-hidden">{messages.onMap}</legend>
      {rows.map(({ id, title, visible }) => {
        const name = title[language];
        return (
          <span key={id}>
            <Switch size="small" checked={visible} aria-label={name} onChange={(next) => layers.setVisible(id, next)} /> {name}
          </span>
        );
      })}
    </fieldset>
  );
}
